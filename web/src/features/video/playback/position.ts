import { api } from '@/api/client'

const every = 10_000 // milliseconds between saves during playback
const barelyBegun = 3 // seconds: too little to resume
const nearEnd = 0.97 // share of the video after which it starts over

/** Where to start, given where the viewer stopped (both in seconds). */
export const startAt = (position: number, duration: number) =>
  position < barelyBegun || position > duration * nearEnd ? 0 : position

/** Saves the viewer's position, so that any device can resume there. The last write by client time wins. */
export class PositionKeeper {
  #savedAt: number
  #saved: number | undefined

  constructor(
    readonly videoId: string,
    readonly now: () => number = Date.now,
  ) {
    this.#savedAt = now()
  }

  /** Saves periodically during playback. */
  passing(position: number) {
    if (this.now() - this.#savedAt >= every) void this.save(position)
  }

  /** Saves at once: on pausing, seeking, and leaving the page. A failure is made up for by the next save. */
  async save(position: number) {
    const rounded = Math.round(position * 10) / 10
    if (rounded === this.#saved) return
    this.#saved = rounded
    this.#savedAt = this.now()
    if (!(await put(this.videoId, rounded, this.#savedAt))) this.#saved = undefined
  }
}

async function put(videoId: string, position: number, now: number) {
  try {
    const { response } = await api.PUT('/video-streaming/{id}/position', {
      params: { path: { id: videoId } },
      body: { position, at: new Date(now).toISOString() },
      keepalive: true,
    })
    return response.ok
  } catch {
    return false
  }
}
