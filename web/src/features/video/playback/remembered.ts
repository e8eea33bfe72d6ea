import { readSettings, saveSettings } from './settings'

/** Gives an element the speed, volume and captions of this device, and keeps what the viewer changes. Returns how to stop. */
export function followSettings(video: HTMLVideoElement, storage: Storage = window.localStorage) {
  const { speed, volume, muted, captions } = readSettings(storage)
  video.volume = volume
  video.muted = muted
  video.playbackRate = speed
  video.defaultPlaybackRate = speed // which the element returns to when it loads another manifest
  showCaptions(video, captions)

  // Chosen by the way here, not for every load to come: one that continues after an error, or in more qualities, may be paused.
  video.addEventListener('play', () => (video.autoplay = false), { once: true })
  const stop = new AbortController()
  const on = { signal: stop.signal }
  const keepSpeed = () => {
    video.defaultPlaybackRate = video.playbackRate
    saveSettings({ speed: video.playbackRate }, storage)
  }
  video.addEventListener('ratechange', keepSpeed, on)
  video.addEventListener('volumechange', () => saveSettings({ volume: video.volume, muted: video.muted }, storage), on)
  const keepCaptions = () => {
    const tracks = captionsOf(video)
    if (tracks.length > 0) saveSettings({ captions: tracks.find((t) => t.mode === 'showing')?.language ?? '' }, storage)
  }
  video.textTracks.addEventListener('change', keepCaptions, on)
  // Tracks of a native HLS playlist arrive later.
  video.textTracks.addEventListener('addtrack', () => showCaptions(video, readSettings(storage).captions), on)
  return () => stop.abort()
}

const captionsOf = (video: HTMLVideoElement) =>
  [...video.textTracks].filter((t) => t.kind === 'captions' || t.kind === 'subtitles')

function showCaptions(video: HTMLVideoElement, language: string) {
  if (language === '') return
  const track = captionsOf(video).find((t) => t.language === language)
  if (track && track.mode !== 'showing') track.mode = 'showing'
}
