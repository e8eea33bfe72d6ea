import type { Kind, Layout, PaperElement } from './api'

/** A sheet of A4 in landscape, in mm. */
export const sheet = { width: 297, height: 210 }

/** What a layout may have, as the server demands. */
export const limits = { elements: 60, pictures: 6, ofAFact: 4, smallest: 7, largest: 200 }

/** Where an element stands, in mm. */
export type Box = Pick<PaperElement, 'x' | 'y' | 'w' | 'h'>

/** A line with which an element is flush, in mm from the left or the top edge. */
export type Guide = { axis: 'x' | 'y'; at: number }

const round = (mm: number) => Math.round(mm * 10) / 10
const between = (least: number, value: number, most: number) => Math.min(Math.max(value, least), most)

/** A rectangle on the sheet: as large as it may be, and moved onto it. */
export function onSheet({ x, y, ...size }: Box): Box {
  const w = round(between(0.1, size.w, sheet.width))
  const h = round(between(0.1, size.h, sheet.height))
  return { x: round(between(0, x, sheet.width - w)), y: round(between(0, y, sheet.height - h)), w, h }
}

const near = 1.2 // mm at which an element that is dragged becomes flush

const lines = (box: Box, axis: 'x' | 'y') => {
  const length = axis === 'x' ? box.w : box.h
  return [box[axis], box[axis] + length / 2, box[axis] + length]
}

/** A rectangle that is dragged, flush with what is near: the edges and middles of others, and the middle of the sheet. */
export function snapped(dragged: Box, others: readonly Box[]): { box: Box; guides: Guide[] } {
  const box = { ...dragged }
  const guides: Guide[] = []
  for (const axis of ['x', 'y'] as const) {
    const middle = (axis === 'x' ? sheet.width : sheet.height) / 2
    const targets = [middle, ...others.flatMap((other) => lines(other, axis))]
    let best: { by: number; at: number } | undefined
    for (const own of lines(dragged, axis)) {
      for (const at of targets) {
        const by = at - own
        if (Math.abs(by) <= near && (!best || Math.abs(by) < Math.abs(best.by))) best = { by, at }
      }
    }
    if (best) {
      box[axis] += best.by
      guides.push({ axis, at: best.at })
    }
  }
  return { box: onSheet(box), guides }
}

/** What is set as text, and has a size and a colour. */
export const isText = (kind: Kind) => kind !== 'image' && kind !== 'line' && kind !== 'qr'

const isFact = (kind: Kind) => kind !== 'text' && kind !== 'image' && kind !== 'line'

const counted = ({ elements }: Layout, kind: Kind) => elements.filter((element) => element.kind === kind).length

/** Whether another element of a kind may be added. */
export function hasRoomFor(layout: Layout, kind: Kind): boolean {
  if (layout.elements.length >= limits.elements) return false
  if (kind === 'image') return counted(layout, kind) < limits.pictures
  return !isFact(kind) || counted(layout, kind) < limits.ofAFact
}

/** Whether an element may be removed: each certificate shows name, course and code. */
export const isNeeded = (layout: Layout, { kind }: PaperElement) =>
  (kind === 'name' || kind === 'course' || kind === 'code') && counted(layout, kind) === 1

function freeId({ elements }: Layout, kind: Kind): string {
  const taken = new Set(elements.map(({ id }) => id))
  let n = 1
  while (taken.has(`${kind}-${n}`)) n++
  return `${kind}-${n}`
}

const sizes: Partial<Record<Kind, Partial<PaperElement>>> = {
  name: { w: 200, h: 14, points: 30, bold: true },
  course: { w: 200, h: 20, points: 22, bold: true },
  qr: { w: 26, h: 26 },
  image: { w: 50, h: 50 },
  line: { w: 100, h: 0.3 },
}

/** A layout with another element in the middle of the sheet, on top of the others. `extra` is what it has besides its kind. */
export function added(layout: Layout, kind: Kind, extra: Partial<PaperElement> = {}) {
  const text = isText(kind) ? { points: 12, color: '#212529', align: 'center' as const } : {}
  const element = { id: freeId(layout, kind), kind, points: 0, w: 120, h: 7, ...text, ...sizes[kind], ...extra }
  const { w, h } = element
  const placed = { ...element, ...onSheet({ x: (sheet.width - w) / 2, y: (sheet.height - h) / 2, w, h }) }
  return { layout: { ...layout, elements: [...layout.elements, placed] }, id: placed.id }
}

/** A layout of which one element is changed. It stays on the sheet. */
export const changed = (layout: Layout, id: string, change: Partial<PaperElement>): Layout => ({
  ...layout,
  elements: layout.elements.map((element) => {
    if (element.id !== id) return element
    const next = { ...element, ...change }
    return { ...next, ...onSheet(next) }
  }),
})

/** A layout with a copy of an element a little below it. */
export function duplicated(layout: Layout, element: PaperElement) {
  const id = freeId(layout, element.kind)
  const moved = { ...element, x: element.x + 4, y: element.y + 4 }
  return { layout: { ...layout, elements: [...layout.elements, { ...moved, ...onSheet(moved), id }] }, id }
}

export const removed = (layout: Layout, id: string): Layout => ({
  ...layout,
  elements: layout.elements.filter((element) => element.id !== id),
})

/** A layout with an element one step nearer to the front, or to the back. */
export function reordered(layout: Layout, id: string, by: 1 | -1): Layout {
  const elements = [...layout.elements]
  const from = elements.findIndex((element) => element.id === id)
  const to = from + by
  const [element] = elements.splice(from, 1)
  if (!element || to < 0 || to > elements.length) return layout
  elements.splice(to, 0, element)
  return { ...layout, elements }
}

/** By how much an arrow key moves an element, in mm. */
export function step(key: string, isLarge: boolean): { x: number; y: number } | undefined {
  const mm = isLarge ? 10 : 1
  switch (key) {
    case 'ArrowLeft':
      return { x: -mm, y: 0 }
    case 'ArrowRight':
      return { x: mm, y: 0 }
    case 'ArrowUp':
      return { x: 0, y: -mm }
    case 'ArrowDown':
      return { x: 0, y: mm }
  }
  return undefined
}
