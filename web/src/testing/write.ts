import { act, screen, waitFor } from '@testing-library/react'
import type { TiptapEditorHTMLElement } from '@tiptap/core'
import { expect } from 'vitest'

/** Replaces the text of a rich text field, as by typing: jsdom has no selection to type at. */
export async function write(label: string, html: string) {
  const field = await waitFor(() => {
    const found: TiptapEditorHTMLElement = screen.getByRole('textbox', { name: label })
    expect(found.editor).toBeTruthy() // until then, it is a plain field
    return found
  })
  // What depends on the text, such as the button that sends it, is drawn when this ends.
  await act(async () => field.editor?.commands.setContent(html, { emitUpdate: true }))
}
