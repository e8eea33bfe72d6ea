import { useMemo } from 'react'

import { board, drawPattern } from './cover-pattern'

/** A hue that is always the same for a text. */
export function hueOf(seed: string) {
  let sum = 0
  for (const c of seed) sum = (sum * 31 + c.charCodeAt(0)) % 360
  return sum
}

type Props = { seed: string; hue?: number; height?: number | string; className?: string }

/** A geometric picture determined by the seed: a course has a cover before anyone chooses one. */
export function Cover({ seed, hue = hueOf(seed), height = 148, className }: Props) {
  const shapes = useMemo(() => drawPattern(seed, hue), [seed, hue])
  return (
    <svg
      viewBox={`0 0 ${board.width} ${board.height}`}
      preserveAspectRatio="xMidYMid slice"
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
