import { session } from './client'

const retryAfter = 3000 // milliseconds, the default of browsers' EventSource
const retryMost = 60_000

/** An event of a stream, parsed according to the HTML standard (9.2.6). */
export type StreamEvent = { id: string; name: string; data: unknown }

/**
 * Listens to a stream of server-sent events until the signal aborts. If the connection breaks, it reconnects after 3
 * s, and after increasing delays while no events arrive, and resumes after the last event. Unlike the browser's
 * EventSource it can send the Authorization header. A refused stream (4xx) is not requested again.
 */
export async function listen(path: string, onEvent: (data: unknown, name: string) => void, signal: AbortSignal) {
  let last = ''
  let wait = retryAfter
  while (!signal.aborted) {
    try {
      const headers = { Accept: 'text/event-stream', ...(last && { 'Last-Event-ID': last }) }
      const answer = await session.fetch(new Request(`${window.location.origin}/api/v1${path}`, { signal, headers }))
      if (answer.status >= 400 && answer.status < 500 && answer.status !== 429) return
      if (answer.ok && answer.body) {
        await read(answer.body, ({ id, name, data }) => {
          wait = retryAfter
          if (id) last = id
          onEvent(data, name)
        })
      }
    } catch {
      // The connection broke: wait and reconnect.
    }
    await pause(wait * (0.75 + Math.random() / 2), signal) // jitter, so that clients do not reconnect all at once
    wait = Math.min(wait * 2, retryMost)
  }
}

async function read(body: ReadableStream<Uint8Array>, onEvent: (event: StreamEvent) => void) {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const events = (rest + decoder.decode(value, { stream: true })).split(/\r?\n\r?\n/)
    rest = events.pop() ?? ''
    for (const event of events) {
      const data = field(event, 'data')
      if (data) onEvent({ id: field(event, 'id'), name: field(event, 'event'), data: JSON.parse(data) })
    }
  }
}

/** A field of an event, its lines joined. */
export function field(event: string, name: 'data' | 'event' | 'id') {
  const start = `${name}:`
  return event
    .split(/\r?\n/)
    .filter((line) => line.startsWith(start))
    .map((line) => line.slice(line[start.length] === ' ' ? start.length + 1 : start.length))
    .join('\n')
}

function pause(milliseconds: number, signal: AbortSignal) {
  return new Promise<void>((resolve) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
}
