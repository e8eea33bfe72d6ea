import { api } from '@/api/client'

import type { OutboxEntry } from './store'

const requestTimeout = 30_000 // milliseconds, during which other tabs wait for their turn
const keepaliveLimit = 60_000 // bytes: browsers refuse more than 64 KiB from a page that is being closed

/** The route of an entry: entries with the same route can share a request. */
export function routeOf(entry: OutboxEntry) {
  switch (entry.kind) {
    case 'progress':
      return entry.kind
    case 'watch':
      return `${entry.kind} ${entry.videoId}`
    case 'answer':
      return `${entry.kind} ${entry.attemptId}`
    case 'draft':
      return `${entry.kind} ${entry.lessonId}`
  }
}

/** Whether a request may outlive its page. */
export const outlives = (body: unknown) => new TextEncoder().encode(JSON.stringify(body)).length <= keepaliveLimit

/** Sends entries of one route. Returns those that are settled: accepted, or refused for good. */
export async function deliver<T extends OutboxEntry>(entries: T[]): Promise<T[]> {
  const status = await send(entries)
  if (status >= 200 && status < 300) return entries
  if (status < 400 || status >= 500 || [401, 403, 408, 429].includes(status)) return [] // retried later, or after the next sign-in
  if (entries.length === 1) return entries
  const settled: T[] = [] // a refused entry must not affect the others
  for (const entry of entries) settled.push(...(await deliver([entry])))
  return settled
}

/** The status of the response; 0 for none. */
async function send(entries: OutboxEntry[]) {
  const [first] = entries
  try {
    return first ? (await request(first, entries)).response.status : 0
  } catch {
    return 0
  }
}

/** One request for all entries, to the route of the first. */
function request(first: OutboxEntry, entries: OutboxEntry[]) {
  const options = { keepalive: true, signal: AbortSignal.timeout(requestTimeout) }
  switch (first.kind) {
    case 'progress': {
      const events = entries.flatMap((e) => (e.kind === first.kind ? [e.event] : []))
      return api.POST('/progress/events', { body: { events }, ...options })
    }
    case 'watch': {
      const events = entries.flatMap((e) => (e.kind === first.kind ? [e.event] : []))
      return api.POST('/video-streaming/{id}/watch-events', {
        params: { path: { id: first.videoId } },
        body: { events },
        ...options,
      })
    }
    case 'answer': {
      const body = { answers: entries.flatMap((e) => (e.kind === first.kind ? [e.answer] : [])) }
      return api.PUT('/quiz-attempts/{id}/answers', {
        params: { path: { id: first.attemptId } },
        body,
        ...options,
        keepalive: outlives(body),
      })
    }
    case 'draft': {
      const drafts = entries.flatMap((e) => (e.kind === first.kind ? [e.draft] : []))
      const body = drafts.reduce((newest, draft) => (draft.sequence > newest.sequence ? draft : newest), first.draft)
      return api.PUT('/assignments/{id}/draft', {
        params: { path: { id: first.lessonId } },
        body,
        ...options,
        keepalive: outlives(body),
      })
    }
  }
}
