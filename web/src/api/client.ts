// The only place that makes HTTP requests. The types are generated from the Go program: make gen.
import createClient from 'openapi-fetch'

import { withIdempotencyKeys } from './idempotency-keys'
import { problemText, serverText } from './problem-text'
import type { components, paths } from './schema.gen'
import { Session } from './session'

export type Schema<K extends keyof components['schemas']> = components['schemas'][K]

const baseUrl = `${window.location.origin}/api/v1`

const unsigned = createClient<paths>({
  baseUrl,
  fetch: (request) => globalThis.fetch(request), // looked up at each call, so that tests can replace it
})

async function refresh(refreshToken: string) {
  const { data, response } = await unsigned.POST('/auth/refresh-token', { body: { refreshToken } })
  if (data) return data.data
  if (response.status >= 500) throw new ApiError(response.status)
  return undefined
}

export const session = new Session(window.localStorage, refresh, window.sessionStorage)

export const api = createClient<paths>({ baseUrl, fetch: withIdempotencyKeys(session.fetch) })

/** Loads what the server would refuse: soon, so that a request need not wait for it. Without it the server is asked. */
const loadRefusals = () => import('./empty').catch(() => undefined)
document.addEventListener('focusin', loadRefusals, { once: true })

api.use({
  async onRequest({ request, schemaPath }) {
    const { method, headers, keepalive } = request
    if (method === 'GET' || keepalive || headers.get('Content-Type') !== 'application/json') return undefined
    const known = await loadRefusals()
    const refusal = known?.refuse(`${method} ${schemaPath}`, await request.clone().json())
    return refusal && new Response(JSON.stringify(refusal), { status: 400 })
  },
})

/** The server refused, or (status 0) did not respond. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly problem?: Schema<'Problem'>,
  ) {
    super(problemText(status, problem))
  }
}

/** The details of an error for programs, in one of the forms that the operations declare. */
export function errorDetails(error: unknown): Schema<'Problem'>['error'] {
  return error instanceof ApiError ? error.problem?.error : undefined
}

/** The messages of an error by field, for forms. */
export function fieldErrors(error: unknown): Record<string, string> {
  const fields = error instanceof ApiError ? (error.problem?.errors ?? []) : []
  return Object.fromEntries(fields.map((f) => [f.field, serverText(f.code, f.message)]))
}

type Call<B> = Promise<{ data?: B; error?: Schema<'Problem'>; response: Response }>

async function body<B>(call: Call<B>): Promise<B> {
  const { data, error, response } = await call.catch(() => {
    throw new ApiError(0)
  })
  if (data === undefined) throw new ApiError(response.status, error)
  return data
}

/** Unwraps a response with a single value. */
export async function one<T>(call: Call<{ data: T }>): Promise<T> {
  return (await body(call)).data
}

/** Unwraps a list: its items, the pagination, and the cursor of the next page if there is one. */
export async function many<T>(call: Call<{ data: T[]; pagination: Schema<'Pagination'>; next_cursor?: string }>) {
  const { data: items, pagination, next_cursor: next } = await body(call)
  return { items, pagination, next }
}

/** Unwraps a response that is not JSON, such as a spreadsheet or an image. */
export const file = (call: Call<Blob>): Promise<Blob> => body(call)

/** Unwraps a value with its entity tag, which every change of it must send as If-Match: without one, the server changes nothing. */
export async function tagged<T>(call: Call<{ data: T }>): Promise<{ value: T; tag: string }> {
  const answer = await call.catch(() => {
    throw new ApiError(0)
  })
  return { value: await one(Promise.resolve(answer)), tag: answer.response.headers.get('ETag') ?? '' }
}
