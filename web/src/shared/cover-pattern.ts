/** The size in which patterns are drawn. */
export const board = { width: 392, height: 190 }

/** One shape of a pattern: an SVG path and its colour. */
export type Shape = { d: string; fill: string; faint: boolean }

type Random = () => number
type Palette = (tone: number) => string

/** A pattern that is always the same for a seed: one of four families of composition, in shades of a hue. */
export function drawPattern(seed: string, hue: number): Shape[] {
  const next = random(seed)
  const family = families[Math.floor(random(`${seed} family`)() * families.length)] ?? mosaic
  return family(next, (tone) => colour(hue, tone))
}

const families = [mosaic, ripples, hills, fan]

const side = 56

/** Quarter discs, discs, triangles and squares in a grid. */
function mosaic(next: Random, paint: Palette) {
  const columns = 7
  return Array.from({ length: columns * 4 }, (_, i) => {
    const [x, y] = [(i % columns) * side, Math.floor(i / columns) * side]
    const kind = Math.floor(next() * 6)
    return { d: tile(kind, x, y), fill: paint(next()), faint: kind === 4 }
  }).filter(({ d }) => d !== '')
}

/** One cell: a quarter disc, a disc, a triangle, the other quarter, a square, or nothing. */
function tile(kind: number, x: number, y: number) {
  switch (kind) {
    case 0:
      return `M${x} ${y}h${side}a${side} ${side} 0 0 1-${side} ${side}z`
    case 1:
      return disc(x + side / 2, y + side / 2, 20)
    case 2:
      return `M${x} ${y + side}l${side}-${side}v${side}z`
    case 3:
      return `M${x + side} ${y + side}h-${side}a${side} ${side} 0 0 1 ${side}-${side}z`
    case 4:
      return `M${x} ${y}h${side}v${side}h-${side}z`
    default:
      return ''
  }
}

/** Rings around three centres, as of stones in water. */
function ripples(next: Random, paint: Palette) {
  return [0.1, 0.5, 0.9].flatMap((at) => {
    const [x, y] = [Math.round((at + next() * 0.2 - 0.1) * board.width), Math.round(next() * board.height)]
    const step = 16 + Math.round(next() * 10)
    const rings = 3 + Math.floor(next() * 3)
    return Array.from({ length: rings }, (_, i) => ({
      d: disc(x, y, step * (rings - i)),
      fill: paint(next()),
      faint: i === 0,
    }))
  })
}

/** Ranges of hills, one before the other, under a sun. */
function hills(next: Random, paint: Palette) {
  const sun = {
    d: disc(Math.round((0.2 + next() * 0.6) * board.width), 46, 22 + Math.round(next() * 14)),
    fill: paint(0.9),
    faint: false,
  }
  const ranges = Array.from({ length: 5 }, (_, i) => {
    const base = 52 + i * 29
    const height = () => Math.round(base + next() * 44 - 22)
    const [a, b, c, d, e] = [height(), height(), height(), height(), height()]
    const { width, height: bottom } = board
    return {
      d: `M0 ${a}C${width / 6} ${b} ${width / 3} ${b} ${width / 2} ${c}S${(width * 5) / 6} ${d} ${width} ${e}V${bottom}H0z`,
      fill: paint((i + next()) / 7),
      faint: false,
    }
  })
  return [sun, ...ranges]
}

/** Beams that spread from a point below. */
function fan(next: Random, paint: Palette) {
  const from = `${Math.round((0.15 + next() * 0.7) * board.width)} ${board.height + 30}`
  const count = 9 + Math.floor(next() * 4)
  const edge = (i: number) => Math.round((i / count) * (board.width + 480) - 240)
  return Array.from({ length: count }, (_, i) => ({
    d: `M${from}L${edge(i)}-60L${edge(i + 1)}-60z`,
    fill: paint(next()),
    faint: i % 3 === 1,
  }))
}

const disc = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0-${2 * r} 0z`

function colour(hue: number, tone: number) {
  const accent = tone > 0.75
  const h = (hue + (accent ? 165 : tone * 30)) % 360
  return `hsl(${h} ${accent ? 85 : 45}% ${accent ? 70 : 30 + tone * 28}%)`
}

/** Pseudo-random numbers in 0…1 from a seed (a linear congruential generator is good enough for decoration). */
function random(seed: string) {
  let state = 7
  for (const c of seed) state = (state * 31 + c.charCodeAt(0)) >>> 0
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
