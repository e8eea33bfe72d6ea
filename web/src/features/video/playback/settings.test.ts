import { beforeEach, expect, test } from 'vitest'

import { followSettings } from './remembered'
import { defaultSettings, readSettings, saveSettings } from './settings'

beforeEach(() => window.localStorage.clear())

test('settings are kept one by one', () => {
  expect(readSettings()).toEqual(defaultSettings)
  saveSettings({ speed: 1.5 })
  saveSettings({ captions: 'de', autoplay: false })
  expect(readSettings()).toEqual({ ...defaultSettings, speed: 1.5, captions: 'de', autoplay: false })
})

test.each(['', 'null', '[]', 'not JSON', '{"speed":99,"volume":"loud","muted":1,"captions":5,"autoplay":null}'])(
  'damaged settings (%s) are the defaults',
  (kept) => {
    window.localStorage.setItem('lectern.player', kept)
    expect(readSettings()).toEqual(defaultSettings)
  },
)

test('settings that cannot be kept cost nothing', () => {
  const full = {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  }
  expect(() => saveSettings({ speed: 2 }, { ...window.localStorage, ...full })).not.toThrow()
})

test('an element starts with what was chosen before, and what is changed in it is kept', () => {
  saveSettings({ speed: 1.25, volume: 0.4, muted: true })
  const video = document.createElement('video')
  const stop = followSettings(video)
  expect([video.playbackRate, video.defaultPlaybackRate, video.volume, video.muted]).toEqual([1.25, 1.25, 0.4, true])

  video.playbackRate = 2
  video.dispatchEvent(new Event('ratechange'))
  video.volume = 0.7
  video.dispatchEvent(new Event('volumechange'))
  expect(readSettings()).toMatchObject({ speed: 2, volume: 0.7 })
  expect(video.defaultPlaybackRate).toBe(2)

  stop()
  video.playbackRate = 0.5
  video.dispatchEvent(new Event('ratechange'))
  expect(readSettings().speed).toBe(2)
})
