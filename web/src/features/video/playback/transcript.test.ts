import { expect, test } from 'vitest'

import { cuesOf, lastBegun, matching } from './transcript'

const vtt = `WEBVTT

NOTE not said

1
00:01.000 --> 00:02.500 line:80%
Bees <i>dance</i>.

01:00:03.250 --> 01:00:04.000
<v Ada>Fish &amp; chips
&lt;café&gt;

no times --> here
lost
`

test('cues are read with their times and as plain text', () => {
  expect(cuesOf(vtt)).toEqual([
    { start: 1, end: 2.5, text: 'Bees dance.' },
    { start: 3603.25, end: 3604, text: 'Ada: Fish & chips <café>' },
  ])
  expect(cuesOf(vtt.replaceAll('\n', '\r\n'))).toHaveLength(2)
  expect(cuesOf('')).toEqual([])
})

test('the current cue is the one that has begun last', () => {
  const starts = [1, 4, 9]
  expect([0, 1, 3.9, 4, 100].map((time) => lastBegun(starts, time))).toEqual([-1, 0, 0, 1, 2])
  expect(lastBegun([], 5)).toBe(-1)
})

test('a search finds all its words in any order, case and accent', () => {
  const cues = cuesOf(vtt)
  expect(matching(cues, 'CAFE fish')).toEqual([cues[1]])
  expect(matching(cues, '  ')).toEqual(cues)
  expect(matching(cues, 'bees fish')).toEqual([])
})
