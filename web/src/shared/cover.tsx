import { useMemo } from 'react'

const columns = 7
const rows = 4
const side = 56

/** A hue that is always the same for a text. */
export function hueOf(seed: string) {
  let sum = 0
  for (const c of seed) sum = (sum * 31 + c.charCodeAt(0)) % 360
  return sum
}

type Props = { seed: string; hue?: number; height?: number | string; className?: string }

/** A geometric picture determined by the seed: a course has a cover before anyone draws one. */
export function Cover({ seed, hue = hueOf(seed), height = 148, className }: Props) {
  const shapes = useMemo(() => draw(seed, hue), [seed, hue])
  return (
    <svg
      viewBox={`0 0 ${columns * side} 190`}
      preserveAspectRatio={'xMidYMid slice'}
      width="100%"
      height={height}
      aria-hidden="true"
      className={className}
      style={{ display: 'block', background: `hsl(${hue} 42% 26%)` }}
    >
      {shapes.map((s) => (
        <path key={s.d} d={s.d} fill={s.fill} opacity={s.faint ? 0.5 : 1} />
      ))}
    </svg>
  )
}

function draw(seed: string, hue: number) {
  const next = random(seed)
  const shapes: { d: string; fill: string; faint: boolean }[] = []
  for (let i = 0; i < columns * rows; i++) {
    const [x, y] = [(i % columns) * side, Math.floor(i / columns) * side]
    const kind = Math.floor(next() * 6)
    const tone = next()
    const d = shape(kind, x, y)
    if (d) shapes.push({ d, fill: colour(hue, tone), faint: kind === 4 })
  }
  return shapes
}

/** One cell: a quarter disc, a disc, a triangle, the other quarter, a square, or nothing. */
function shape(kind: number, x: number, y: number) {
  switch (kind) {
    case 0:
      return `M${x} ${y}h${side}a${side} ${side} 0 0 1-${side} ${side}z`
    case 1:
      return `M${x + 8} ${y + side / 2}a20 20 0 1 0 40 0a20 20 0 1 0-40 0z`
    case 2:
      return `M${x} ${y + side}l${side}-${side}v${side}z`
    case 3:
      return `M${x + side} ${y + side}h-${side}a${side} ${side} 0 0 1 ${side}-${side}z`
    case 4:
      return `M${x} ${y}h${side}v${side}h-${side}z`
    default:
      return undefined
  }
}

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
