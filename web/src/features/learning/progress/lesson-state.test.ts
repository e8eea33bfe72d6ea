import { expect, test } from 'vitest'

import { lesson } from '@/testing/fixtures'
import { courseProgress, curriculumOf, lessonProgress } from './fixtures'

import { resumeAt } from './lesson-state'

const [a, b, c] = [lesson, { ...lesson, id: 'l2' }, { ...lesson, id: 'l3' }]
const lock = { reason: 'date', text: 'This lesson is not open yet.' } as const
const done = (...ids: string[]) => ids.map((lessonId) => ({ ...lessonProgress, lessonId }))

test.each([
  ['a new learner begins at the beginning', [a, b, c], undefined, 'l1'],
  ['where one was', [a, b, c], { ...courseProgress, lastLessonId: 'l2' }, 'l2'],
  ['behind what is completed', [a, b, c], { ...courseProgress, lessons: done('l1') }, 'l2'],
  ['over what is locked', [a, { ...b, lock }, c], { ...courseProgress, lessons: done('l1') }, 'l3'],
  ['to what was left out', [a, b, c], { ...courseProgress, lastLessonId: 'l3', lessons: done('l1', 'l3') }, 'l2'],
  ['with all completed, the last', [a, b], { ...courseProgress, lastLessonId: 'l2', lessons: done('l1', 'l2') }, 'l2'],
  ['a lesson that is gone', [a, b], { ...courseProgress, lastLessonId: 'gone' }, 'l1'],
  [
    'the first, where all is locked',
    [
      { ...a, lock },
      { ...b, lock },
    ],
    undefined,
    'l1',
  ],
] as const)('%s', (_name, lessons, progress, want) => {
  expect(resumeAt(curriculumOf([...lessons]), progress)?.id).toBe(want)
})

test('nothing in an empty course', () => expect(resumeAt(curriculumOf([]), undefined)).toBeUndefined())
