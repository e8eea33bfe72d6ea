import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { clock, percent } from '@/shared/format'

import classes from './retention-chart.module.css'

/** The number of viewers who watched the part of a video that begins at `from` seconds. */
type Point = { from: number; viewers: number }
type Props = { points: Point[] /** Everybody who has watched any of it. */; viewers: number }

const width = 560
const height = 200
const left = 40
const bottom = 24

/** The share of viewers who watched each part of a video, as a curve and as a table. */
export function RetentionChart({ points, viewers }: Props) {
  const end = points.at(-1)?.from ?? 0
  const share = (p: Point) => (viewers === 0 ? 0 : (100 * p.viewers) / viewers)
  const x = (seconds: number) => left + (end === 0 ? 0 : (seconds / end) * (width - left))
  const y = (value: number) => (1 - value / 100) * (height - bottom)
  const line = points.map((p) => `${x(p.from).toFixed(1)},${y(share(p)).toFixed(1)}`).join(' ')

  return (
    <figure style={{ margin: 0 }}>
      <figcaption>
        <b>
          <Trans>Audience retention</Trans>
        </b>
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} className={classes.chart} role="img" aria-label={summary(points, share)}>
        {[0, 50, 100].map((mark) => (
          <g key={mark}>
            <line x1={left} x2={width} y1={y(mark)} y2={y(mark)} className={classes.grid} />
            <text x={left - 8} y={y(mark) + 4} textAnchor="end">
              {percent(mark)}
            </text>
          </g>
        ))}
        <polygon points={`${x(0)},${y(0)} ${line} ${x(end)},${y(0)}`} className={classes.area} />
        <polyline points={line} className={classes.line} />
        <text x={left} y={height - 4}>
          0:00
        </text>
        <text x={width} y={height - 4} textAnchor="end">
          {clock(end)}
        </text>
      </svg>
      <details>
        <summary>
          <Trans>Show as table</Trans>
        </summary>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">
                <Trans>Starts at</Trans>
              </th>
              <th scope="col">
                <Trans>Viewers</Trans>
              </th>
              <th scope="col">
                <Trans>Share of viewers</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {points.map((p) => (
              <tr key={p.from}>
                <td>{clock(p.from)}</td>
                <td>{p.viewers}</td>
                <td>{percent(share(p))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}

function summary(points: Point[], share: (p: Point) => number) {
  const first = points[0]
  const last = points.at(-1)
  if (!first || !last) return t`No part watched yet`
  const [beginning, end] = [percent(share(first)), percent(share(last))]
  return t`${beginning} of viewers watched the beginning, ${end} the end`
}
