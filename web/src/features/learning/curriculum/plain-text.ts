import { textOf } from './content'

const blocks = 'p, h2, h3, h4, h5, li, pre, tr, blockquote, figcaption'

/** A content or text without markup, one line for each block, for comparison. */
export function plainText(value: unknown): string {
  if (typeof value === 'string') return value
  const html = textOf(value)
  if (!html) return value === undefined || value === null ? '' : JSON.stringify(value, null, 1)
  const page = new DOMParser().parseFromString(html, 'text/html')
  for (const block of page.querySelectorAll(blocks)) block.append('\n')
  return page.body.textContent?.trim() ?? ''
}
