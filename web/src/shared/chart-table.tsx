import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import classes from './chart-table.module.css'
import { ScrollRegion } from './scroll-region'

type Props = {
  /** Of the chart. */
  title: string
  columns: string[]
  /** The cells of each row; the first names it. */
  rows: string[][]
}

/** The figures of a chart as a table, which opens below it. */
export function ChartTable({ title, columns, rows }: Props) {
  return (
    <details>
      <summary>
        <Trans>Show as table</Trans>
      </summary>
      <ScrollRegion className={classes.scroll} label={t`${title} as a table`}>
        <table className={classes.table}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([label, ...cells]) => (
              <tr key={label}>
                <td>{label}</td>
                {cells.map((cell, i) => (
                  <td key={columns[i + 1]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </details>
  )
}
