/** The size of an image, in pixels. */
export type Size = { width: number; height: number }

/** A section of an image, in pixels of the upright image. */
export type Area = Size & { x: number; y: number }

/** The shape of a section, and the least width that it may have in pixels. */
export type Frame = { aspect: number; least: number }

/**
 * The visible section of an image: the zoom (1 shows the largest one) and the centre (0…1 in each direction).
 */
export type View = { zoom: number; x: number; y: number }

export const middle: View = { zoom: 1, x: 0.5, y: 0.5 }
export const mostZoom = 4

const largest = ({ width, height }: Size, { aspect }: Frame) => Math.min(width, height * aspect)

/** The section that a view shows of an image, in whole pixels within it. */
export function areaOf({ zoom, x, y }: View, image: Size, frame: Frame): Area {
  const most = Math.floor(largest(image, frame))
  const width = Math.min(most, Math.max(frame.least, Math.floor(largest(image, frame) / zoom)))
  const height = Math.min(image.height, Math.round(width / frame.aspect))
  const within = (at: number, length: number, part: number) =>
    Math.round(Math.min(Math.max(at * length - part / 2, 0), length - part))
  return { x: within(x, image.width, width), y: within(y, image.height, height), width, height }
}

/** The view after dragging the image by these pixels on a stage of this width. */
export function dragged(view: View, by: { x: number; y: number }, stage: number, image: Size, frame: Frame): View {
  const width = largest(image, frame) / view.zoom
  const moved = (at: number, pixels: number, length: number, part: number) => {
    const half = part / 2 / length
    return Math.min(Math.max(at - (pixels * width) / stage / length, half), 1 - half)
  }
  return {
    ...view,
    x: moved(view.x, by.x, image.width, width),
    y: moved(view.y, by.y, image.height, width / frame.aspect),
  }
}
