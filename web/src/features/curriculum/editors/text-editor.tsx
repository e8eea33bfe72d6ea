import '@mantine/tiptap/styles.layer.css'

import { RichTextEditor } from '@mantine/tiptap'
import { useQuery } from '@tanstack/react-query'
import { useEditor } from '@tiptap/react'
import { useState } from 'react'

import { filesQuery } from '../api'
import type { EditorProps } from '../builder'
import { textOf } from '../content'
import classes from './editors.module.css'
import { textExtensions } from './text-extensions'
import { TextTools } from './text-tools'

/** Words with headings, lists, tables, images of the course, code and formulas. The server cleans what comes. */
export default function TextEditor({ courseId, content, onChange }: EditorProps) {
  const files = useQuery(filesQuery(courseId))
  // An image has to find its address once; they are known before the editor begins.
  return files.isPending ? null : <Writing {...{ courseId, content, onChange }} files={files.data?.items ?? []} />
}

type Props = Pick<EditorProps, 'courseId' | 'content' | 'onChange'> & { files: { id: string; address: string }[] }

function Writing({ courseId, content, onChange, files }: Props) {
  const [addresses] = useState(() => new Map(files.map((f) => [f.id, f.address])))
  const editor = useEditor({
    extensions: textExtensions(addresses),
    content: textOf(content),
    onUpdate: (update) => onChange({ html: update.editor.isEmpty ? '' : update.editor.getHTML() }),
    editorProps: { attributes: { 'aria-label': 'Text of the lesson', role: 'textbox', 'aria-multiline': 'true' } },
  })
  return (
    <RichTextEditor editor={editor} className={classes.writing}>
      <TextTools courseId={courseId} editor={editor} addresses={addresses} />
      <RichTextEditor.Content />
    </RichTextEditor>
  )
}
