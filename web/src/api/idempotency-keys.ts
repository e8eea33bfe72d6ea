import { newId } from './new-id'

const conflict = 409 // also the answer while the first request is being worked on

type Send = (request: Request) => Promise<Response>

/**
 * Gives each POST an Idempotency-Key, which stays the same until the outcome of that request is known: if only the
 * answer was lost, or a button was pressed twice, nothing is done twice. Operations without such keys ignore it.
 */
export function withIdempotencyKeys(send: Send): Send {
  const unanswered = new Map<string, string>()
  return async (request) => {
    if (!isComparable(request)) return send(request)
    const what = [request.url, request.headers.get('If-Match'), await request.clone().text()].join('\n')
    const key = unanswered.get(what) ?? newId()
    unanswered.set(what, key)
    request.headers.set('Idempotency-Key', key)
    const response = await send(request)
    if (response.status < 500 && response.status !== conflict) unanswered.delete(what)
    return response
  }
}

/**
 * Whether to read the body of a request in order to recognise it: not one that a closing page sends at the last moment,
 * nor files, which may be large and belong to operations without keys.
 */
function isComparable({ method, keepalive, headers, url }: Request) {
  if (method !== 'POST' || keepalive) return false
  const type = headers.get('Content-Type') ?? ''
  return type === '' || type.startsWith('text/csv') || (type.startsWith('application/json') && !url.endsWith('/import'))
}
