import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refuse, reply } from '@/testing/server'

import { PositionKeeper, startAt } from './position'

test.each([
  [0, 0],
  [2.9, 0], // too little to resume
  [120, 120],
  [680, 0], // the end: starts over
])('who stopped at %d of 691 s begins at %d', (position, start) => expect(startAt(position, 691)).toBe(start))

test('saves every ten seconds during playback, and at once when asked', async () => {
  const sent = reply('put', '/video-streaming/{id}/position', { position: 0, duration: 691, updatedAt: null })
  let now = Date.parse('2026-11-20T10:00:00Z')
  const keeper = new PositionKeeper('v1', () => now)
  for (let t = 1; t <= 25; t++) {
    now += 1000
    keeper.passing(t)
  }
  keeper.save(25.04)
  keeper.save(25.04) // unchanged
  await waitFor(() => expect(sent).toHaveLength(3))
  expect(sent.map((s) => s.body)).toEqual([
    { position: 10, at: '2026-11-20T10:00:10.000Z' },
    { position: 20, at: '2026-11-20T10:00:20.000Z' },
    { position: 25, at: '2026-11-20T10:00:25.000Z' },
  ])
})

test('a position that could not be saved is saved again', async () => {
  refuse('put', '/video-streaming/{id}/position', 503, 'Not just now.')
  const keeper = new PositionKeeper('v1')
  await keeper.save(10)
  const sent = reply('put', '/video-streaming/{id}/position', { position: 10, duration: 691, updatedAt: null })
  await keeper.save(10)
  expect(sent).toHaveLength(1)
})
