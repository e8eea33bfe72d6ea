import '@mantine/tiptap/styles.layer.css'

import { RichTextEditor } from '@mantine/tiptap'
import { IconSourceCode } from '@tabler/icons-react'
import { TableKit } from '@tiptap/extension-table'
import { useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { type Ref, useImperativeHandle, useLayoutEffect, useState } from 'react'

import { editorLabels } from './editor-labels'
import { PictureTool } from './picture-tool'
import classes from './rich-text-editor.module.css'
import { positionsOf, type TextHandle } from './rich-text-passage'
import { type PicturePort, pictureNode, takePictures } from './rich-text-pictures'
import { htmlOf, type WrittenText } from './written-text'

// Tables, and outside of articles headings, have no buttons, but texts from other systems keep them.
const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    trailingNode: false,
    link: { openOnClick: false, protocols: ['https', 'http', 'mailto'] },
  }),
  TableKit.configure({ table: { resizable: false } }),
]
const inputRules = ['bold', 'italic', 'code', 'codeBlock', 'bulletList', 'orderedList', 'blockquote', 'link']

export type RichTextEditorProps = {
  label: string
  /** Whether it is an article, with headings and quotes. */
  isArticle?: boolean
  /** The lines that it has room for before it grows. */
  rows?: number
  /** The text when it is shown first. Give the field another `key` to begin anew. */
  initial: WrittenText
  /** Called with HTML, and with "" when the text is empty. */
  onChange: (html: string) => void
  /** Lets others show passages of the text. */
  handle?: Ref<TextHandle>
  /** Where it has pictures from; absent for texts without. */
  pictures?: PicturePort
}

export type EditorProps = RichTextEditorProps & {
  isInvalid: boolean
  /** Whether it takes the focus when it is shown first. */
  hasFocus?: boolean
}

/** The editor of a RichTextField. */
export default function Editor({
  label,
  isArticle = false,
  rows = 3,
  initial,
  onChange,
  handle,
  ...rest
}: EditorProps) {
  const { pictures, isInvalid, hasFocus = false } = rest
  const [all] = useState(() => (pictures ? [...extensions, pictureNode(pictures.addresses)] : extensions))
  const editor = useEditor({
    extensions: all,
    enableInputRules: isArticle ? [...inputRules, 'heading'] : inputRules,
    content: htmlOf(initial),
    onUpdate: (update) => onChange(update.editor.isEmpty ? '' : update.editor.getHTML()),
    editorProps: {
      attributes: {
        'aria-label': label,
        role: 'textbox',
        'aria-multiline': 'true',
        style: `min-height: ${rows * 1.55}rem`,
      },
      // Ctrl+Enter belongs to the form around the field.
      handleKeyDown: (_, { key, ctrlKey, metaKey }) => key === 'Enter' && (ctrlKey || metaKey),
      handlePaste: (view, { clipboardData }) => Boolean(pictures && takePictures(view, clipboardData, pictures)),
      handleDrop: (view, { dataTransfer, clientX: left, clientY: top }, _, isMoved) =>
        Boolean(
          !isMoved && pictures && takePictures(view, dataTransfer, pictures, view.posAtCoords({ left, top })?.pos),
        ),
    },
  })
  // At once, not in the next frame as by its own option: what is typed until then would be lost.
  useLayoutEffect(() => {
    if (hasFocus) editor?.view.focus()
  }, [editor, hasFocus])
  useImperativeHandle(
    handle,
    () => ({
      show: (passage) => {
        const at = editor && positionsOf(editor.state.doc, passage)
        return Boolean(at && editor.chain().focus().setTextSelection(at).scrollIntoView().run())
      },
      replace: (html) => editor?.chain().focus().setContent(html, { emitUpdate: true }).run(),
    }),
    [editor],
  )
  return (
    <RichTextEditor
      editor={editor}
      labels={editorLabels()}
      className={classes.field}
      data-invalid={isInvalid || undefined}
    >
      <RichTextEditor.Toolbar className={classes.tools}>
        {isArticle && (
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.H2 />
            <RichTextEditor.H3 />
            <RichTextEditor.Blockquote />
          </RichTextEditor.ControlsGroup>
        )}
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Bold />
          <RichTextEditor.Italic />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.BulletList />
          <RichTextEditor.OrderedList />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Link />
          <RichTextEditor.Code />
          <RichTextEditor.CodeBlock icon={IconSourceCode} />
          {pictures && editor && <PictureTool editor={editor} port={pictures} />}
        </RichTextEditor.ControlsGroup>
      </RichTextEditor.Toolbar>
      <RichTextEditor.Content />
    </RichTextEditor>
  )
}
