import { expect, test } from 'vitest'

import type { Curriculum, SectionEntry } from './api'
import { draft } from './fixtures'
import {
  lessonsMoved,
  moveLessons,
  moveSection,
  placeOn,
  placeOnSection,
  sectionMoved,
  stepLesson,
  stepSection,
} from './outline'

const drawn = (sections: SectionEntry[]): string =>
  sections
    .map((s) => `${s.id}(${s.lessons.map((l) => l.id).join(' ')}${s.sections.length ? ` | ${drawn(s.sections)}` : ''})`)
    .join(' ')
const picture = (d: Curriculum) => drawn(d.sections)

test('the fixture', () => expect(picture(draft())).toBe('w1(a b | s1(c)) s2(d e)'))

test.each([
  [['a'], { sectionId: 's2', order: 1 }, 'w1(b | s1(c)) s2(a d e)'],
  [['e', 'a'], { sectionId: 's1', order: 0 }, 'w1(b | s1(c e a)) s2(d)'],
  [['d'], { sectionId: 's2', order: 2 }, 'w1(a b | s1(c)) s2(e d)'],
])('lessons %j to %j', (ids, place, want) => {
  const moved = moveLessons(draft(), ids, place)
  expect(picture(moved)).toBe(want)
  expect(moved.lessons.map((l) => l.id).sort()).toEqual(['a', 'b', 'c', 'd', 'e'])
  for (const l of moved.lessons) expect(lessonsMoved(moved, [l.id])).toContain(` position ${l.order} of`)
})

test('keyboard steps take a lesson through every position of every section, and back', () => {
  for (const [direction, start, end] of [
    ['down', 'a', 'w1(b | s1(c)) s2(d e a)'],
    ['up', 'e', 'w1(e a b | s1(c)) s2(d)'],
  ] as const) {
    let now = draft()
    let steps = 0
    for (let place = stepLesson(now, start, direction); place; place = stepLesson(now, start, direction)) {
      now = moveLessons(now, [start], place)
      steps += 1
      if (steps > 20) throw new Error('a step leads nowhere')
    }
    expect(picture(now)).toBe(end)
  }
  expect(picture(moveLessons(draft(), ['b'], stepLesson(draft(), 'b', 'down') ?? { sectionId: '', order: 0 }))).toBe(
    'w1(a | s1(b c)) s2(d e)',
  )
})

test('keyboard steps take a section into a week and out again; a week stays at the top level', () => {
  const into = moveSection(draft(), 's2', stepSection(draft(), 's2', 'up') ?? { parentId: '', order: 0 })
  expect(picture(into)).toBe('w1(a b | s1(c) s2(d e))')
  const out = moveSection(draft(), 's1', stepSection(draft(), 's1', 'down') ?? { parentId: 'x', order: 0 })
  expect(picture(out)).toBe('w1(a b) s1(c) s2(d e)')
  const week = moveSection(draft(), 'w1', stepSection(draft(), 'w1', 'down') ?? { parentId: 'x', order: 0 })
  expect(picture(week)).toBe('s2(d e) w1(a b | s1(c))')
  expect(stepSection(draft(), 'w1', 'up')).toBeUndefined()
})

test('a dropped item takes the position of its target', () => {
  expect(picture(moveLessons(draft(), ['d'], placeOn(draft(), ['d'], 'e') ?? { sectionId: '', order: 0 }))).toContain(
    's2(e d)',
  )
  expect(picture(moveLessons(draft(), ['e'], placeOn(draft(), ['e'], 'd') ?? { sectionId: '', order: 0 }))).toContain(
    's2(e d)',
  )
  expect(
    picture(moveLessons(draft(), ['e', 'c'], placeOn(draft(), ['e', 'c'], 'b') ?? { sectionId: '', order: 0 })),
  ).toBe('w1(a e c b | s1()) s2(d)')
  expect(placeOn(draft(), ['a'], 'a')).toBeUndefined()
  expect(placeOnSection(draft(), 's2', 'w1')).toEqual({ parentId: 'w1', order: 0 })
  expect(placeOnSection(draft(), 'w1', 's1')).toBeUndefined()
  expect(placeOnSection(draft(), 'w1', 's2')).toEqual({ parentId: '', order: 2 })
})

test('announces the new position of a section', () => {
  expect(sectionMoved(draft(), 's1')).toBe('“Basics” moved to position 1 of 1 in “Week 1”.')
  expect(sectionMoved(draft(), 's2')).toBe('“Practice” moved to position 2 of 2 in the course.')
})

test('announces the new position of lessons', () => {
  expect(lessonsMoved(draft(), ['b'])).toBe('“Lesson b” moved to position 2 of 2 in “Week 1”.')
  expect(lessonsMoved(draft(), ['b', 'c', 'd'])).toBe(
    '“Lesson b” and 2 more lessons moved to position 2 of 2 in “Week 1”.',
  )
})
