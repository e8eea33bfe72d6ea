import { Skeleton, Text } from '@mantine/core'
import { lazy, Suspense, useId } from 'react'

import { ChartTable } from '../chart-table'
import { decimal } from '../format'
import classes from './trend-chart.module.css'
import type { TrendPoint } from './trend-lines'

const Lines = lazy(() => import('./trend-lines')) // the library is loaded with the first chart that is shown

type Props = {
  title: string
  /** What the chart says, in a sentence. */
  summary: string
  /** The headings of the table. */
  columns: { period: string; value: string; previous: string }
  points: TrendPoint[]
  /** Formats a value where there is room. */
  write?: (value: number) => string
}

export const trendHeight = 260

/**
 * Values over time beside those of the period before, which are dashed: the sentence first, then the lines, which arrow keys walk along, then
 * the same figures as a table.
 */
export function TrendChart({ title, summary, columns, points, write = decimal }: Props) {
  const heading = useId()
  return (
    <figure className={classes.figure} aria-labelledby={heading}>
      <figcaption id={heading}>
        <b>{title}</b>
        <Text size="sm" c="dimmed">
          {summary}
        </Text>
      </figcaption>
      <div className={classes.frame} style={{ height: trendHeight }}>
        <div className={classes.lines}>
          <Suspense fallback={<Skeleton height={trendHeight} radius="md" />}>
            <Lines points={points} names={columns} write={write} height={trendHeight} label={summary} />
          </Suspense>
        </div>
      </div>
      <ChartTable
        title={title}
        columns={[columns.period, columns.value, columns.previous]}
        rows={points.map(({ label, value, previous }) => [
          label,
          write(value),
          previous === null ? '–' : write(previous),
        ])}
      />
    </figure>
  )
}
