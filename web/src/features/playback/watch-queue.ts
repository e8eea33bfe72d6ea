import { api } from '@/api/client'

import type { WatchEvent } from './watch-log'

const key = 'lectern.watch-events'
const most = 500 // events kept while offline, some four hours of watching; the oldest go first
const batch = 100 // events a request; keepalive bodies may hold 64 KiB

type Waiting = { videoId: string; event: WatchEvent }

/**
 * Watch events on their way to the server. They wait in the storage, so that they survive being offline and closing the
 * tab; one that is sent twice counts once, by its id.
 */
export class WatchQueue {
  #sending: Promise<void> | undefined

  constructor(readonly storage: Storage) {}

  add(videoId: string, event: WatchEvent) {
    this.#write([...this.#read(), { videoId, event }].slice(-most))
  }

  /** Sends what waits; safe to call at any time, also when the page is going away. */
  flush() {
    this.#sending ??= this.#send().finally(() => {
      this.#sending = undefined
    })
    return this.#sending
  }

  async #send() {
    for (;;) {
      const videoId = this.#read()[0]?.videoId
      if (videoId === undefined) return
      const events = this.#read()
        .filter((w) => w.videoId === videoId)
        .slice(0, batch)
        .map((w) => w.event)
      if (!(await deliver(videoId, events))) return
      const sent = new Set(events.map((e) => e.id))
      this.#write(this.#read().filter((w) => !sent.has(w.event.id)))
    }
  }

  #read(): Waiting[] {
    const text = this.storage.getItem(key)
    if (!text) return []
    try {
      const list: unknown = JSON.parse(text)
      return Array.isArray(list) ? list.filter(isWaiting) : []
    } catch {
      return [] // not ours, or cut off: it is worth less than an answer to the viewer
    }
  }

  #write(list: Waiting[]) {
    try {
      if (list.length > 0) this.storage.setItem(key, JSON.stringify(list))
      else this.storage.removeItem(key)
    } catch {
      // The storage is full: statistics are not worth an error on the screen.
    }
  }
}

/** Whether the events are off our hands: taken, or refused for good. */
async function deliver(videoId: string, events: WatchEvent[]) {
  try {
    const { response } = await api.POST('/video-streaming/{id}/watch-events', {
      params: { path: { id: videoId } },
      body: { events },
      keepalive: true,
    })
    return (
      response.ok || (response.status >= 400 && response.status < 500 && ![401, 408, 429].includes(response.status))
    )
  } catch {
    return false
  }
}

function isWaiting(value: unknown): value is Waiting {
  return (
    typeof value === 'object' &&
    value !== null &&
    'videoId' in value &&
    typeof value.videoId === 'string' &&
    'event' in value &&
    typeof value.event === 'object' &&
    value.event !== null &&
    'id' in value.event
  )
}
