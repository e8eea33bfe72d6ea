import 'media-tracks/polyfill'

import type { PlaybackEngine, Sound } from './engine'

/** Offers the audio tracks in the player's menu (media-chrome reads media-tracks) and applies the user's choice. */
export class SoundBridge {
  readonly #tracks = new Map<string, AudioTrack>()

  constructor(
    readonly video: HTMLVideoElement,
    readonly engine: PlaybackEngine,
  ) {
    video.audioTracks.addEventListener('change', this.#chosen)
  }

  /** Updates the tracks; a video still being processed gains some. */
  show(sounds: Sound[]) {
    for (const { label, language, active } of sounds) {
      const track = this.#tracks.get(label) ?? this.video.addAudioTrack('alternative', label, language)
      this.#tracks.set(label, track)
      track.id = String([...this.#tracks.keys()].indexOf(label)) // by which the menu sorts and chooses; it stays empty without
      if (active && !track.enabled) track.enabled = true
    }
  }

  close() {
    this.video.audioTracks.removeEventListener('change', this.#chosen)
    for (const track of this.#tracks.values()) this.video.removeAudioTrack(track)
  }

  readonly #chosen = () => {
    const chosen = [...this.video.audioTracks].find((track) => track.enabled)
    if (chosen) this.engine.chooseSound(chosen.label)
  }
}

type AudioTrack = ReturnType<HTMLVideoElement['addAudioTrack']>
