import '@mantine/tiptap/styles.layer.css'

import { Input } from '@mantine/core'
import { RichTextEditor } from '@mantine/tiptap'
import { useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'

import { editorLabels } from '@/shared/editor-labels'

import classes from './legal-text-field.module.css'

type Props = { label: string; lang: string; html: string; onChange: (html: string) => void }

const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    link: { openOnClick: false, protocols: ['https', 'http', 'mailto'] },
  }),
]

/** A text with headings, lists and links. The server cleans the HTML. */
export default function LegalTextField({ label, lang, html, onChange }: Props) {
  const editor = useEditor({
    extensions,
    content: html,
    onUpdate: (update) => onChange(update.editor.isEmpty ? '' : update.editor.getHTML()),
    editorProps: { attributes: { 'aria-label': label, role: 'textbox', 'aria-multiline': 'true', lang } },
  })
  return (
    <Input.Wrapper label={label} labelElement="div">
      <RichTextEditor editor={editor} className={classes.field} mt={4} labels={editorLabels()}>
        <RichTextEditor.Toolbar>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.H2 />
            <RichTextEditor.H3 />
            <RichTextEditor.Bold />
            <RichTextEditor.Italic />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.BulletList />
            <RichTextEditor.OrderedList />
            <RichTextEditor.Link />
            <RichTextEditor.Unlink />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Undo />
            <RichTextEditor.Redo />
          </RichTextEditor.ControlsGroup>
        </RichTextEditor.Toolbar>
        <RichTextEditor.Content />
      </RichTextEditor>
    </Input.Wrapper>
  )
}
