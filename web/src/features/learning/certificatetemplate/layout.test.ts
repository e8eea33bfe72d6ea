import { expect, test } from 'vitest'

import type { Layout, PaperElement } from './api'
import { added, changed, duplicated, hasRoomFor, isNeeded, onSheet, removed, reordered, snapped, step } from './layout'

const element = (id: string, kind: PaperElement['kind'], x = 10, y = 10): PaperElement => ({
  id,
  kind,
  x,
  y,
  w: 40,
  h: 10,
  points: 12,
})

const layout: Layout = { frame: 'none', elements: [element('a', 'name'), element('b', 'course', 100, 100)] }

const ids = ({ elements }: Layout) => elements.map(({ id }) => id)

test('elements stay on the sheet', () => {
  expect(onSheet({ x: -5, y: 500, w: 400, h: 0 })).toEqual({ x: 0, y: 209.9, w: 297, h: 0.1 })
  const { elements } = changed(layout, 'a', { x: 290 })
  expect(elements[0]).toMatchObject({ x: 257, y: 10, w: 40 })
  expect(elements[1]).toBe(layout.elements[1])
})

test('what is dragged becomes flush with the middle of the sheet and with others', () => {
  const middle = snapped({ x: 129, y: 50, w: 40, h: 10 }, [])
  expect(middle).toEqual({ box: { x: 128.5, y: 50, w: 40, h: 10 }, guides: [{ axis: 'x', at: 148.5 }] })
  const edge = snapped({ x: 11, y: 50, w: 30, h: 10 }, [element('b', 'course', 10, 70)])
  expect(edge.box.x).toBe(10)
  expect(snapped({ x: 60, y: 50, w: 30, h: 10 }, []).guides).toEqual([])
})

test('added elements have ids of their own and lie on top, in the middle', () => {
  const first = added(layout, 'text', { text: 'New text' })
  const second = added(first.layout, 'text')
  expect([first.id, second.id]).toEqual(['text-1', 'text-2'])
  expect(first.layout.elements.at(-1)).toMatchObject({ x: 88.5, y: 101.5, points: 12, text: 'New text' })
  const line = added(layout, 'line').layout.elements.at(-1)
  expect(line).toMatchObject({ points: 0, h: 0.3 })
  expect(duplicated(layout, element('a', 'name')).id).toBe('name-1')
})

test('a layout has as much as the server takes', () => {
  const names = [1, 2, 3].reduce((sum) => added(sum, 'name').layout, layout)
  expect(hasRoomFor(names, 'name')).toBe(false)
  expect(hasRoomFor(names, 'text')).toBe(true)
  const pictures = [1, 2, 3, 4, 5, 6].reduce((sum) => added(sum, 'image').layout, layout)
  expect(hasRoomFor(pictures, 'image')).toBe(false)
  const full = { ...layout, elements: Array.from({ length: 60 }, (_, i) => element(`${i}`, 'line')) }
  expect(hasRoomFor(full, 'line')).toBe(false)
})

test('the only name stays', () => {
  expect(isNeeded(layout, element('a', 'name'))).toBe(true)
  expect(isNeeded(added(layout, 'name').layout, element('a', 'name'))).toBe(false)
  expect(isNeeded(layout, element('t', 'text'))).toBe(false)
  expect(ids(removed(layout, 'a'))).toEqual(['b'])
})

test('elements move one step back or to the front', () => {
  expect(ids(reordered(layout, 'a', 1))).toEqual(['b', 'a'])
  expect(reordered(layout, 'a', -1)).toBe(layout)
  expect(reordered(layout, 'b', 1)).toBe(layout)
})

test('arrow keys move by 1 mm, with Shift by 10', () => {
  expect(step('ArrowLeft', false)).toEqual({ x: -1, y: 0 })
  expect(step('ArrowDown', true)).toEqual({ x: 0, y: 10 })
  expect(step('Enter', false)).toBeUndefined()
})
