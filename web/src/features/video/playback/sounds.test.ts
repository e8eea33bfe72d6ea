import { expect, test, vi } from 'vitest'

import type { Engine } from './engine'
import { SoundBridge } from './sounds'

test('every audio track has an id of its own, by which the menu lists and chooses it', () => {
  const video = document.createElement('video')
  const chooseSound = vi.fn<Engine['chooseSound']>()
  const bridge = new SoundBridge(video, { chooseSound } as Partial<Engine> as Engine)
  const english = { label: 'English', language: 'en', active: true }
  bridge.show([english])
  bridge.show([english, { label: 'Deutsch', language: 'de', active: false }]) // while it is being processed
  expect([...video.audioTracks].map(({ id, label }) => [id, label])).toEqual([
    ['0', 'English'],
    ['1', 'Deutsch'],
  ])
  bridge.close()
})
