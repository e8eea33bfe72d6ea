import shaka from 'shaka-player/dist/shaka-player.dash-es2021.js'

import type { PlaybackAccess } from './access'
import { type Problem, problemOf } from './problem'
import { epochOf, open } from './sealed'

const bufferAhead = 30 // seconds (spec section 9)
const bufferMost = 120 // seconds, ahead and behind together (spec section 9)
const retryAfter = 3000 // milliseconds between attempts while the network is away

export type Rung = { id: number; width: number; height: number; bandwidth: number; codec: string; active: boolean }

/** An audio track; `label` is what tells it from the others. */
export type Sound = { label: string; language: string; active: boolean }

export type Hooks = {
  /** An error occurred; undefined: it is resolved. */
  onProblem: (problem: Problem | undefined) => void
  /** The available rungs have changed, or a different one is playing. */
  onRungs: () => void
}

/** Plays one video in one element. */
export type PlaybackEngine = {
  /** Loads the video at a time in seconds. Problems are reported by callbacks, never thrown. */
  load(startAt: number): Promise<void>
  /** Reloads the video where it stopped. */
  reload(): Promise<void>
  /** Switches to what has become available, at the current position. */
  refresh(): Promise<void>
  rungs(): Rung[]
  /** Fixes the rung; undefined leaves the choice to the player. */
  choose(id: number | undefined): void
  sounds(): Sound[]
  /** Switches to another audio track. */
  chooseSound(label: string): void
  destroy(): Promise<void>
}

/**
 * Plays by Shaka: DASH of the sealed variant, decrypted in the browser. Without Web Crypto (plain HTTP from another host) it plays the
 * clear variant, which the server decrypts.
 */
export class Engine implements PlaybackEngine {
  readonly #player = new shaka.Player()
  readonly #video: HTMLVideoElement
  readonly #access: PlaybackAccess
  readonly #hooks: Hooks
  readonly #sealed: boolean
  #retry: ReturnType<typeof setTimeout> | undefined
  #startAt = 0
  #height: number | undefined // of the rung that the user chose
  #sound: string | undefined // label of the audio track that the user chose
  #loaded = false
  #failed = false
  #gone = false

  constructor(video: HTMLVideoElement, access: PlaybackAccess, { sealed, ...hooks }: Hooks & { sealed: boolean }) {
    this.#video = video
    this.#sealed = sealed
    this.#access = access
    this.#hooks = hooks
    this.#player.addEventListener('error', (event) => this.#fail('detail' in event ? event.detail : event))
    this.#player.addEventListener('trackschanged', hooks.onRungs)
    this.#player.addEventListener('adaptation', hooks.onRungs)
    window.addEventListener('online', this.#resume)
  }

  /** Loads the video at a time in seconds. Problems are reported by callbacks, never thrown. */
  async load(startAt: number) {
    const { sealed, clear } = this.#access.urls
    const address = new URL(this.#sealed ? sealed.dash : clear.dash, window.location.origin)
    this.#startAt = startAt
    this.#loaded = false
    try {
      await this.#attach()
      await this.#player.load(address.href, startAt)
      this.#loaded = true
      this.#recovered()
      this.#chooseAgain()
      this.#hooks.onRungs()
    } catch (error) {
      if (!this.#gone) await this.#fail(error)
    }
  }

  /** Reloads the video where it stopped. */
  reload() {
    return this.load(this.#startAt)
  }

  /** Switches to a manifest with more rungs, at the current position. */
  async refresh() {
    const { ended, paused, playbackRate } = this.#video
    if (!this.#loaded || this.#failed || ended) return
    await this.load(this.#video.currentTime)
    this.#video.playbackRate = playbackRate
    // Changing the URL pauses the element; if the browser refuses to play, there is the button.
    if (!paused) await this.#video.play().catch(() => undefined)
  }

  rungs(): Rung[] {
    return this.#variants().map((t) => ({
      id: t.id,
      width: t.width ?? 0,
      height: t.height ?? 0,
      bandwidth: t.videoBandwidth ?? t.bandwidth,
      codec: t.videoCodec ?? '',
      active: t.active,
    }))
  }

  /** Fixes the rung; undefined leaves the choice to the player. */
  choose(id: number | undefined) {
    this.#player.configure('abr.enabled', id === undefined)
    const track = this.#variants().find((t) => t.id === id)
    this.#height = track?.height ?? undefined
    if (track) this.#player.selectVariantTrack(track, true, 1)
  }

  sounds(): Sound[] {
    return this.#player
      .getAudioTracks()
      .map(({ label, language, active }) => ({ label: label ?? language, language, active }))
  }

  /** Switches to another audio track. */
  chooseSound(label: string) {
    this.#sound = label
    const track = this.#player.getAudioTracks().find((t) => (t.label ?? t.language) === label)
    if (track && !track.active) this.#player.selectAudioTrack(track)
  }

  /** Each rung once: with the audio track that is playing. */
  #variants() {
    const all = this.#player.getVariantTracks()
    const audio = all.find((t) => t.active)?.audioId
    return audio === undefined ? all : all.filter((t) => t.audioId === audio)
  }

  /** The choice survives a reload, the ids of tracks do not. */
  #chooseAgain() {
    if (this.#sound !== undefined) this.chooseSound(this.#sound)
    const again = this.rungs().find((r) => r.height === this.#height)
    if (again) this.choose(again.id)
  }

  async destroy() {
    this.#gone = true
    window.removeEventListener('online', this.#resume)
    clearTimeout(this.#retry)
    await this.#player.destroy()
  }

  async #attach() {
    if (this.#player.getMediaElement()) return
    await this.#player.attach(this.#video)
    this.#player.configure({
      manifest: { disableText: true }, // captions are <track> elements: once is enough
      streaming: {
        bufferingGoal: bufferAhead,
        bufferBehind: bufferMost - bufferAhead,
        rebufferingGoal: 2,
        retryParameters: { maxAttempts: 4, baseDelay: 500, backoffFactor: 2, timeout: 20_000 },
      },
      abr: { restrictToElementSize: true },
    })
    const network = this.#player.getNetworkingEngine()
    network?.registerRequestFilter((_type, request) => this.#sign(request))
    network?.registerResponseFilter((type, response) => this.#open(type, response))
  }

  async #sign(request: shaka.extern.Request) {
    const own = request.uris.every((uri) => new URL(uri, window.location.origin).origin === window.location.origin)
    if (own) request.headers['X-Play-Token'] = await this.#access.token()
  }

  async #open(type: number, response: shaka.extern.Response) {
    if (type !== shaka.net.NetworkingEngine.RequestType.SEGMENT) return
    if (this.#failed) this.#recovered()
    const epoch = this.#sealed ? epochOf(response.uri, this.#access.urls.keys.segmentsPerKey) : undefined
    if (epoch !== undefined) response.data = await open(response.data, await this.#access.key(epoch))
  }

  async #fail(error: unknown) {
    const problem = problemOf(error)
    this.#failed = true
    this.#hooks.onProblem(problem)
    if (problem.kind === 'network') {
      this.#retry = setTimeout(this.#resume, retryAfter)
      return
    }
    // Chromium would continue the audio for seconds after video segments that failed verification.
    this.#video.pause()
    this.#startAt = this.#video.currentTime || this.#startAt
    await this.#player.unload()
    this.#loaded = false
  }

  #recovered() {
    this.#failed = false
    this.#hooks.onProblem(undefined)
  }

  readonly #resume = () => {
    clearTimeout(this.#retry)
    if (!this.#failed) return
    if (this.#loaded) this.#player.retryStreaming()
    else void this.reload()
  }
}
