import type { Square } from './api'

/**
 * The visible section of an image: the zoom (1 shows all of its shorter side) and the centre (0…1 in each direction).
 */
export type View = { zoom: number; x: number; y: number }

export const middle: View = { zoom: 1, x: 0.5, y: 0.5 }
export const mostZoom = 4

/** The square that a view shows of an image of this size, in whole pixels within it. */
export function squareOf({ zoom, x, y }: View, width: number, height: number): Square {
  const side = Math.max(16, Math.floor(Math.min(width, height) / zoom))
  const within = (at: number, length: number) =>
    Math.round(Math.min(Math.max(at * length - side / 2, 0), length - side))
  return { x: within(x, width), y: within(y, height), side }
}

/** The view after dragging the image by these pixels on a stage of this size. */
export function dragged(view: View, by: { x: number; y: number }, stage: number, width: number, height: number): View {
  const side = Math.min(width, height) / view.zoom
  const moved = (at: number, pixels: number, length: number) => {
    const half = side / 2 / length
    return Math.min(Math.max(at - (pixels * side) / stage / length, half), 1 - half)
  }
  return { ...view, x: moved(view.x, by.x, width), y: moved(view.y, by.y, height) }
}
