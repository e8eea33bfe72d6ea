// Public pages come with their text and with the answers of the API that it was made of (package webpage of the server).
import type { QueryClient } from '@tanstack/react-query'

type Answer = { key: unknown[]; data: object; from_page?: true }

/** Begins with the answers of the page, so that what was read before the app started stays where it is. */
export function seed(client: QueryClient) {
  const text = document.getElementById('served')?.textContent
  if (!text) return
  for (const { key, data, from_page } of JSON.parse(text) as Answer[]) {
    // The long text stands in the page itself: it is not sent twice.
    const html = from_page && document.querySelector('[data-served-html]')?.innerHTML
    client.setQueryData(key, html === undefined ? data : { ...data, html })
  }
}
