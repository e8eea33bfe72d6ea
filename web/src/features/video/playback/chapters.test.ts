import { expect, test } from 'vitest'

import { chapterProblems, typedTime } from './chapters'

test.each([
  ['90', 90],
  ['1:30', 90],
  ['1:02:03', 3723],
  ['0:07.5', 7.5],
  [' 2:00 ', 120],
])('the time %s', (text, seconds) => expect(typedTime(text)).toBe(seconds))

test.each(['', 'soon', '1:60', '1:2:3:4', '-1', '1.5:30', ':30'])('%s is no time', (text) =>
  expect(typedTime(text)).toBeUndefined(),
)

test('chapters ascend, lie within the video and have titles', () => {
  const at = (time: string, title = 'Bees') => ({ time, title })
  expect(chapterProblems([at('0'), at('0:30'), at('1:00')], 90).size).toBe(0)
  expect(chapterProblems([], 90).size).toBe(0)
  expect([...chapterProblems([at('x'), at('1:00'), at('0:30'), at('1:00'), at('2:00'), at('1:20', ' ')], 90)]).toEqual([
    [0, 'time'],
    [2, 'order'],
    [3, 'order'],
    [4, 'end'],
    [5, 'order'],
  ])
  expect([...chapterProblems([at('5', ' ')], 90)]).toEqual([[0, 'title']])
})
