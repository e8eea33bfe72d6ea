/** A text that a user wrote, as in the API. HTML has been cleaned by the server. */
export type WrittenText = { text: string; format?: 'plain' | 'html' | undefined }

/** The format that stored content names; a text without one is plain. */
export const formatOf = (value: unknown) => (value === 'html' ? ('html' as const) : ('plain' as const))

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (plain: string) => plain.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign)

/** A text as HTML: of plain text, a paragraph for each block of lines. */
export function htmlOf({ text, format }: WrittenText) {
  if (format === 'html') return text
  return text
    .split(/\n\s*\n/)
    .filter((block) => block.trim() !== '')
    .map((block) => `<p>${escaped(block.trim()).replaceAll('\n', '<br>')}</p>`)
    .join('')
}

/** Whether HTML that users wrote says anything: a paragraph of spaces does not. */
export const hasText = (html: string) => /<img\b/.test(html) || /\S/.test(html.replaceAll(/<[^>]*>|&nbsp;/g, ''))
