import { api } from '@/api/client'

const every = 10_000 // milliseconds between two savings while the video plays
const barelyBegun = 3 // seconds: not worth resuming
const nearEnd = 0.97 // share of the video after which it starts over

/** Where to begin, given where the viewer stopped (both in seconds). */
export const startAt = (position: number, duration: number) =>
  position < barelyBegun || position > duration * nearEnd ? 0 : position

/** Keeps where the viewer is, so that any device goes on from there. The last writer by client time wins. */
export class PositionKeeper {
  #savedAt: number
  #saved: number | undefined

  constructor(
    readonly videoId: string,
    readonly now: () => number = Date.now,
  ) {
    this.#savedAt = now()
  }

  /** Saves from time to time while the video plays. */
  passing(position: number) {
    if (this.now() - this.#savedAt >= every) void this.save(position)
  }

  /** Saves at once: at a pause, after a jump, and when the page goes. A failure is made good by the next one. */
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
