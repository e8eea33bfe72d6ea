// Finds a passage of a text in the editor, whose positions count markup.
import type { Node } from '@tiptap/pm/model'

/** A passage, as the server names it: characters of the text of a block, which is counted among those that have text. */
export type Passage = { block: number; start: number; quote: string }

/** What a component beside the editor can do with its text. */
export type TextHandle = {
  /** Selects a passage and scrolls to it; false if the text no longer has it. */
  show: (passage: Passage) => boolean
  /** Replaces the whole text. Undoing that is one step. */
  replace: (html: string) => void
}

/** The text of a block in which each position has one character. */
function textOf(block: Node): string {
  let text = ''
  block.forEach((child) => {
    text += child.isText ? (child.text ?? '') : ' '.repeat(child.nodeSize)
  })
  return text
}

/** The positions of a passage; in the block that it names or, if that has changed, in the first that has it. */
export function positionsOf(doc: Node, { block, start, quote }: Passage): { from: number; to: number } | undefined {
  let number = -1
  let first: number | undefined
  let named: number | undefined
  doc.descendants((node, position) => {
    if (!node.isTextblock) return true
    const text = textOf(node)
    if (text.trim() === '') return false
    const index = text.indexOf(quote)
    if (++number === block && index >= 0) {
      const near = text.indexOf(quote, start)
      named = position + 1 + (near >= 0 ? near : index)
    }
    if (index >= 0) first ??= position + 1 + index
    return false
  })
  const from = named ?? first
  return from === undefined ? undefined : { from, to: from + quote.length }
}
