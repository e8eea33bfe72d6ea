import { expect, test } from 'vitest'

import { areaOf, dragged, middle } from './crop'

const square = { aspect: 1, least: 16 }
const wide = { aspect: 16 / 9, least: 160 }
const landscape = { width: 300, height: 200 }
const portrait = { width: 200, height: 300 }

test('the initial square is centred, in portrait and landscape', () => {
  expect(areaOf(middle, landscape, square)).toEqual({ x: 50, y: 0, width: 200, height: 200 })
  expect(areaOf(middle, portrait, square)).toEqual({ x: 0, y: 50, width: 200, height: 200 })
})

test('of 16:9 the largest area is as wide or as high as the image', () => {
  expect(areaOf(middle, { width: 2000, height: 1000 }, wide)).toEqual({ x: 112, y: 0, width: 1777, height: 1000 })
  expect(areaOf(middle, { width: 640, height: 640 }, wide)).toEqual({ x: 0, y: 140, width: 640, height: 360 })
})

test('zooming in shrinks it, to what is allowed, and it never leaves the image', () => {
  expect(areaOf({ zoom: 2, x: 0.5, y: 0.5 }, landscape, square)).toEqual({ x: 100, y: 50, width: 100, height: 100 })
  expect(areaOf({ zoom: 2, x: 0, y: 1 }, landscape, square)).toEqual({ x: 0, y: 100, width: 100, height: 100 })
  expect(areaOf({ zoom: 4, x: 1, y: 1 }, landscape, wide)).toEqual({ x: 140, y: 110, width: 160, height: 90 })
})

test('dragging the image right shows more of its left, up to the edge', () => {
  const once = dragged(middle, { x: 30, y: 0 }, 300, landscape, square)
  expect(areaOf(once, landscape, square)).toEqual({ x: 30, y: 0, width: 200, height: 200 })
  const beyond = dragged(once, { x: 900, y: 900 }, 300, landscape, square)
  expect(areaOf(beyond, landscape, square)).toEqual({ x: 0, y: 0, width: 200, height: 200 })
})
