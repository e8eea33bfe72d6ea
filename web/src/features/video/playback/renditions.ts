import 'media-tracks/polyfill'

import type { PlaybackEngine, Rung } from './engine'

/** Offers the rungs in the quality menu (media-chrome reads media-tracks) and applies the user's choice. */
export class RenditionBridge {
  #track: VideoTrack | undefined
  #shown = ''
  #height: number | undefined // of the chosen rung, whose id changes on reload

  constructor(
    readonly video: HTMLVideoElement,
    readonly engine: PlaybackEngine,
  ) {
    video.videoRenditions.addEventListener('change', this.#chosen)
  }

  /** Updates the rungs; a video still being processed gains some. */
  show(rungs: Rung[]) {
    const byHeight = [...new Map(rungs.map((r) => [r.height, r])).values()].sort((a, b) => b.height - a.height)
    const shown = byHeight.map((r) => r.id).join()
    if (shown === this.#shown) return // also where there is no choice
    this.#shown = shown
    this.#remove()
    this.#track = this.video.addVideoTrack('main')
    this.#track.selected = true
    for (const r of byHeight) {
      const rendition = this.#track.addRendition('', r.width, r.height, r.codec, r.bandwidth)
      rendition.id = String(r.id)
    }
    const kept = byHeight.findIndex((r) => r.height === this.#height)
    if (kept >= 0) this.video.videoRenditions.selectedIndex = kept
  }

  close() {
    this.video.videoRenditions.removeEventListener('change', this.#chosen)
    this.#remove()
  }

  #remove() {
    if (this.#track) this.video.removeVideoTrack(this.#track)
    this.#track = undefined
  }

  readonly #chosen = () => {
    const list = this.video.videoRenditions
    const chosen = list[list.selectedIndex]
    this.#height = chosen?.height
    this.engine.choose(chosen?.id === undefined ? undefined : Number(chosen.id))
  }
}

type VideoTrack = ReturnType<HTMLVideoElement['addVideoTrack']>
