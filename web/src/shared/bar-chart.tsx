import { Text } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useId } from 'react'

import classes from './bar-chart.module.css'
import { ChartTable } from './chart-table'
import { decimal } from './format'

/** `mark` is the short form of `label` for the axis. */
type Bar = { label: string; mark: string; value: number }
type Props = {
  title: string
  /** The headings of the table: what a bar stands for, such as "Day", and what its value counts, such as "Locks". */
  columns: { period: string; value: string }
  bars: Bar[]
  summary: string
  /** Shown instead of bars if all values are 0. */
  none?: string
  /** Formats a value where there is room. */
  write?: (value: number) => string
}

const wide = 640 // until the available width is known
const height = 200
const left = 34
const bottom = 22
const top = 6
const markWidth = 70
const widest = 64 // of a bar

/** A bar chart over time, with the same figures as a table. */
export function BarChart({ title, columns, bars, summary, none, write = decimal }: Props) {
  const heading = useId()
  const { ref, width: room } = useElementSize()
  const width = room || wide // one unit is one pixel, so that text is as large on a phone
  const most = ceiling(Math.max(...bars.map(({ value }) => value), 1))
  const step = (width - left) / bars.length
  const thick = Math.min(step * 0.7, widest)
  const y = (value: number) => top + (1 - value / most) * (height - bottom - top)
  const every = Math.ceil((bars.length * markWidth) / (width - left))

  const caption = (
    <figcaption id={heading}>
      <b>{title}</b>
    </figcaption>
  )
  if (none && bars.every(({ value }) => value === 0)) {
    return (
      <figure className={classes.figure} aria-labelledby={heading}>
        {caption}
        <Text c="dimmed" mt="xs">
          {none}
        </Text>
      </figure>
    )
  }
  return (
    <figure className={classes.figure} ref={ref} aria-labelledby={heading}>
      {caption}
      <svg viewBox={`0 0 ${width} ${height}`} height={height} className={classes.chart} role="img" aria-label={summary}>
        {[0, most / 2, most].map((value) => (
          <g key={value}>
            <line x1={left} x2={width} y1={y(value)} y2={y(value)} className={classes.grid} />
            <text x={left - 8} y={y(value) + 4} textAnchor="end">
              {decimal(value)}
            </text>
          </g>
        ))}
        {bars.map(({ label, mark, value }, i) => (
          <g key={label}>
            <rect
              x={left + (i + 0.5) * step - thick / 2}
              width={thick}
              y={y(value)}
              height={y(0) - y(value)}
              rx={Math.min(3, step / 4)}
              className={classes.bar}
            >
              <title>{`${label}: ${write(value)}`}</title>
            </rect>
            {i % every === 0 && (
              <text x={left + (i + 0.5) * step} y={height - 4} textAnchor="middle">
                {mark}
              </text>
            )}
          </g>
        ))}
      </svg>
      <ChartTable
        title={title}
        columns={[columns.period, columns.value]}
        rows={bars.map(({ label, value }) => [label, write(value)])}
      />
    </figure>
  )
}

/**
 * The top of the axis: the least of 2, 4, 6, 8, 10, 20, 40, … that is not below n, so that its half is an integer.
 */
function ceiling(n: number) {
  for (let unit = 1; ; unit *= 10) {
    for (const lead of [2, 4, 6, 8, 10]) if (lead * unit >= n) return lead * unit
  }
}

/** A few values side by side, as horizontal bars. */
export function Bars({ bars }: { bars: { label: string; value: number }[] }) {
  const most = Math.max(...bars.map(({ value }) => value), 1)
  return (
    <dl className={classes.bars}>
      {bars.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{decimal(value)}</dd>
          <dd className={classes.track} aria-hidden="true">
            <span style={{ width: `${(100 * value) / most}%` }} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
