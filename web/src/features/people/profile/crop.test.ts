import { expect, test } from 'vitest'

import { dragged, middle, squareOf } from './crop'

test('the initial square is centred, in portrait and landscape', () => {
  expect(squareOf(middle, 300, 200)).toEqual({ x: 50, y: 0, side: 200 })
  expect(squareOf(middle, 200, 300)).toEqual({ x: 0, y: 50, side: 200 })
})

test('zooming in shrinks it, and it never leaves the image', () => {
  expect(squareOf({ zoom: 2, x: 0.5, y: 0.5 }, 300, 200)).toEqual({ x: 100, y: 50, side: 100 })
  expect(squareOf({ zoom: 2, x: 0, y: 1 }, 300, 200)).toEqual({ x: 0, y: 100, side: 100 })
})

test('dragging the image right shows more of its left, up to the edge', () => {
  const once = dragged(middle, { x: 30, y: 0 }, 300, 300, 200)
  expect(squareOf(once, 300, 200)).toEqual({ x: 30, y: 0, side: 200 })
  expect(squareOf(dragged(once, { x: 900, y: 900 }, 300, 300, 200), 300, 200)).toEqual({ x: 0, y: 0, side: 200 })
})
