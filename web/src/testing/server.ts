// One typed reply per endpoint: a fixture that no longer matches the Go program does not compile, and a request
// without a reply fails the test.
import { delay, HttpResponse, http, type JsonBodyType } from 'msw'
import { setupServer } from 'msw/node'

import type { Schema } from '@/api/client'
import type { paths } from '@/api/schema.gen'

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'
type Json<R> = R extends { content: { 'application/json': infer B } } ? B : never
type Success<P extends keyof paths, M extends Method> =
  paths[P] extends Record<M, { responses: infer R }> ? Json<R[keyof R & (200 | 201)]> : never
type Data<B> = B extends { data: infer D } ? D : never

export const server = setupServer()

const url = (path: string) => `*/api/v1${path.replaceAll(/\{(\w+)\}/g, ':$1')}`

/** A request that was received: its path, its body or query string, and its If-Match. */
export type Sent = {
  path: string
  query: string
  /** Its media type, if it is not JSON. */
  type: string | undefined
  body: unknown
  tag: string | undefined
}

/** The entity tag with which `reply` sends data. */
export const tagOf = (data: unknown) => `"v${JSON.stringify(data).length}-"`

/**
 * Makes an endpoint reply with data, in the envelope, and returns the requests that it receives. For a list, there
 * may be more.
 */
export function reply<P extends keyof paths, M extends Method>(
  method: M,
  path: P,
  data: Data<Success<P, M>>,
  total = Array.isArray(data) ? data.length : 0,
) {
  const sent: Sent[] = []
  server.use(
    http[method](url(path), async ({ request }) => {
      const { pathname, search } = new URL(request.url)
      const text = await request.text()
      sent.push({
        path: pathname.replace('/api/v1', ''),
        query: search,
        type: request.headers.get('Content-Type')?.replace('application/json', '') || undefined,
        body: request.headers.get('Content-Type')?.startsWith('text/') ? text : text ? JSON.parse(text) : undefined,
        tag: request.headers.get('If-Match') ?? undefined,
      })
      const envelope = Array.isArray(data) ? { pagination: onlyPage(total) } : { message: '' }
      return HttpResponse.json({ success: true, status: 'success', data, ...envelope } as JsonBodyType, {
        headers: { ETag: tagOf(data) },
      })
    }),
  )
  return sent
}

const onlyPage = (items: number): Schema<'Pagination'> => ({
  current_page: 1,
  total_pages: 1,
  total_items: items,
  items_per_page: 20,
  has_next_page: false,
  has_prev_page: false,
})

/**
 * Makes an endpoint refuse with field messages or, without fields, with the message alone. `error` holds details for
 * programs, `reason` is the code of each field.
 */
export function refuse(
  method: Method,
  path: keyof paths,
  status: number,
  message: string,
  fields: Record<string, string> = {},
  error?: Schema<'Problem'>['error'],
  code = 'refused',
  reason = 'refused',
) {
  const errors = Object.entries(fields).map(([field, text]) => ({ field, code: reason, message: text }))
  const problem: Schema<'Problem'> = {
    success: false,
    status: 'error',
    code,
    message,
    errors,
    request_id: 'r1',
    ...(error !== undefined && { error }),
  }
  server.use(http[method](url(path), () => HttpResponse.json(problem, { status })))
}

/** Makes an endpoint never respond. */
export function hang(method: Method, path: keyof paths) {
  server.use(http[method](url(path), () => delay('infinite')))
}
