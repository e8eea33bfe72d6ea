import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Skeleton, Text } from '@mantine/core'
import { lazy, Suspense, useId } from 'react'

import tables from '../bar-chart.module.css'
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
    <figure className={tables.figure} aria-labelledby={heading}>
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
      <details>
        <summary>
          <Trans>Show as table</Trans>
        </summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard */}
        <section className={tables.scroll} tabIndex={0} aria-label={t`${title} as a table`}>
          <table className={tables.table}>
            <thead>
              <tr>
                <th scope="col">{columns.period}</th>
                <th scope="col">{columns.value}</th>
                <th scope="col">{columns.previous}</th>
              </tr>
            </thead>
            <tbody>
              {points.map(({ label, value, previous }) => (
                <tr key={label}>
                  <td>{label}</td>
                  <td>{write(value)}</td>
                  <td>{previous === null ? '–' : write(previous)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </figure>
  )
}
