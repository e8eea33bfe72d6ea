import '@mantine/tiptap/styles.layer.css'

import { Input, Skeleton } from '@mantine/core'
import { RichTextEditor } from '@mantine/tiptap'
import { useQuery } from '@tanstack/react-query'
import { useEditor } from '@tiptap/react'
import { useState } from 'react'

import { editorLabels } from '@/shared/editor-labels'

import { filesQuery } from '../api'
import classes from './editors.module.css'
import { textExtensions } from './text-extensions'
import { TextTools } from './text-tools'

export type RichFieldProps = {
  courseId: string
  label: string
  /** Hides the label visually. */
  isLabelHidden?: boolean
  description?: string
  isShort?: boolean
  error?: string | undefined
  html: string
  /** Called with "" when the text is empty. */
  onChange: (html: string) => void
}

/** A text field with headings, lists, tables, images of the course, code and formulas. The server cleans the HTML. */
export default function RichField(props: RichFieldProps) {
  const files = useQuery(filesQuery(props.courseId))
  // Images need their URLs, so files are loaded before the editor starts.
  return files.isPending ? (
    <Skeleton height={props.isShort ? '10rem' : '20rem'} radius="md" />
  ) : (
    <RichEditor {...props} files={files.data?.items ?? []} />
  )
}

type Props = RichFieldProps & { files: { id: string; address: string }[] }

function RichEditor({ courseId, label, isLabelHidden, description, isShort, error, html, onChange, files }: Props) {
  const [addresses] = useState(() => new Map(files.map((f) => [f.id, f.address])))
  const editor = useEditor({
    extensions: textExtensions(addresses),
    content: html,
    onUpdate: (update) => onChange(update.editor.isEmpty ? '' : update.editor.getHTML()),
    editorProps: { attributes: { 'aria-label': label, role: 'textbox', 'aria-multiline': 'true' } },
  })
  return (
    <Input.Wrapper {...(!isLabelHidden && { label, labelElement: 'div' })} description={description} error={error}>
      <RichTextEditor
        editor={editor}
        labels={editorLabels()}
        className={classes.writing}
        data-short={isShort || undefined}
      >
        <TextTools courseId={courseId} editor={editor} addresses={addresses} />
        <RichTextEditor.Content />
      </RichTextEditor>
    </Input.Wrapper>
  )
}
