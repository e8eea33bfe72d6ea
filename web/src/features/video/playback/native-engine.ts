import { ApiError } from '@/api/client'

import { KeyError } from './access'
import type { StreamingUrls } from './api'
import type { Hooks, PlaybackEngine } from './engine'
import { type Problem, problemOf } from './problem'

const retryAfter = 3000 // milliseconds between attempts while the network is away

/**
 * Plays one video by the browser's own HLS: the clear variant, with the token in its address. The browser chooses quality and audio track
 * itself. When the token has expired, or anything else fails, the video is loaded again by new addresses, where it stopped.
 */
export class NativeEngine implements PlaybackEngine {
  readonly #video: HTMLVideoElement
  readonly #renew: () => Promise<StreamingUrls>
  readonly #hooks: Hooks
  readonly #stop = new AbortController()
  #source: string
  #startAt = 0
  #retry: ReturnType<typeof setTimeout> | undefined
  #failedAt = Number.NaN // where the last failure was: a second one at the same place is final

  constructor(
    video: HTMLVideoElement,
    { first, renew }: { first: StreamingUrls; renew: () => Promise<StreamingUrls> },
    hooks: Hooks,
  ) {
    this.#video = video
    this.#renew = renew
    this.#hooks = hooks
    this.#source = first.clear.hls
    const on = { signal: this.#stop.signal }
    video.addEventListener('error', () => void this.#recover(), on)
    video.addEventListener('playing', () => hooks.onProblem(undefined), on)
    window.addEventListener('online', () => void this.#again(), on)
  }

  async load(startAt: number) {
    this.#startAt = startAt
    const video = this.#video
    // A start within the address makes no picture of the beginning; browsers that do not know it are set below.
    video.src = `${this.#source}#t=${startAt}`
    video.addEventListener(
      'loadedmetadata',
      () => {
        if (Math.abs(video.currentTime - startAt) > 1) video.currentTime = startAt
      },
      {
        once: true,
        signal: this.#stop.signal,
      },
    )
    video.load()
  }

  /** By new addresses: those that failed may have expired. */
  async reload() {
    this.#failedAt = Number.NaN
    await this.#again()
  }

  /** Nothing to do: the browser reads playlists again by itself only for live streams, and a reload would interrupt. */
  async refresh() {}

  rungs = () => []
  choose() {}
  sounds = () => []
  chooseSound() {}

  async destroy() {
    this.#stop.abort()
    clearTimeout(this.#retry)
    this.#video.removeAttribute('src')
    this.#video.load()
  }

  async #recover() {
    const at = this.#video.currentTime || this.#startAt
    if (at === this.#failedAt) return this.#report(problemOf(undefined))
    this.#failedAt = at
    await this.#again()
  }

  async #again() {
    clearTimeout(this.#retry)
    const { paused, currentTime } = this.#video
    try {
      this.#source = (await this.#renew()).clear.hls
    } catch (error) {
      // As with a key: what is refused stays so, the rest passes.
      if (!this.#stop.signal.aborted) this.#wait(problemOf(new KeyError(error instanceof ApiError ? error.status : 0)))
      return
    }
    if (this.#stop.signal.aborted) return
    await this.load(currentTime || this.#startAt)
    if (!paused) await this.#video.play().catch(() => undefined)
  }

  #wait(problem: Problem) {
    this.#report(problem)
    if (problem.kind === 'network') this.#retry = setTimeout(() => void this.#again(), retryAfter)
  }

  #report(problem: Problem) {
    this.#hooks.onProblem(problem)
  }
}
