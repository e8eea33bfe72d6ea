import { screen } from '@testing-library/react'
import type { TiptapEditorHTMLElement } from '@tiptap/core'

/** Replaces the text of a rich text field, as by typing: jsdom has no selection to type at. */
export async function write(label: string, html: string) {
  const field: TiptapEditorHTMLElement = await screen.findByRole('textbox', { name: label })
  field.editor?.commands.setContent(html, { emitUpdate: true })
}
