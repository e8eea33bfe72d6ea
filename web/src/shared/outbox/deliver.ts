import { api } from '@/api/client'

import type { Told } from './store'

const patience = 30_000 // milliseconds for one request, in which other tabs wait for their turn

/** Sends entries of one kind, and of one video. Gives those that are off our hands: taken, or refused for good. */
export async function deliver<T extends Told>(entries: T[]): Promise<T[]> {
  const status = await send(entries)
  if (status >= 200 && status < 300) return entries
  if (status < 400 || status >= 500 || [401, 403, 408, 429].includes(status)) return [] // later, or once somebody has signed in
  if (entries.length === 1) return entries
  const settled: T[] = [] // one that is refused must not take the others with it
  for (const entry of entries) settled.push(...(await deliver([entry])))
  return settled
}

/** The status of the answer; 0 for none. */
async function send(entries: Told[]) {
  const signal = AbortSignal.timeout(patience)
  const [first] = entries
  try {
    if (first?.kind === 'watch') {
      const { response } = await api.POST('/video-streaming/{id}/watch-events', {
        params: { path: { id: first.videoId } },
        body: { events: entries.flatMap((e) => (e.kind === 'watch' ? [e.event] : [])) },
        keepalive: true,
        signal,
      })
      return response.status
    }
    const { response } = await api.POST('/progress/events', {
      body: { events: entries.flatMap((e) => (e.kind === 'progress' ? [e.event] : [])) },
      keepalive: true,
      signal,
    })
    return response.status
  } catch {
    return 0
  }
}
