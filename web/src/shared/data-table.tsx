import { t } from '@lingui/core/macro'
import { Checkbox, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'

import classes from './data-table.module.css'

export type Column<R> = {
  id: string
  label: string
  cell: (row: R) => ReactNode
  /** Whether rows can be sorted by this column. */
  sorts?: boolean
  /** `lead` identifies the row, `end` holds its actions, `wide` is a field that on a phone takes the whole width of its card. */
  place?: 'lead' | 'end' | 'wide'
}

export type Sort = { by: string; descending: boolean }

type Choice<R> = {
  chosen: ReadonlySet<string>
  onChosen: (chosen: Set<string>) => void
  /** The accessible name of a row, such as `Ada Admin`. */
  nameOf: (row: R) => string
}

type Props<R> = {
  /** What the rows are. */
  label: string
  columns: Column<R>[]
  rows: R[]
  idOf: (row: R) => string
  sort?: Sort
  onSort?: (sort: Sort) => void
  choice?: Choice<R>
  /** Whether cells may be much higher than one line: the others of their row begin at the top with them. */
  tall?: boolean
}

/** A table; on a phone each row is a card. */
export function DataTable<R>({ label, columns, rows, idOf, sort, onSort, choice, tall }: Props<R>) {
  return (
    <div className={classes.frame}>
      <table className={tall ? `${classes.table} ${classes.tall}` : classes.table} aria-label={label}>
        <thead>
          <tr>
            {choice && <ChooseAll choice={choice} ids={rows.map(idOf)} />}
            {columns.map((column) => (
              <Head key={column.id} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={idOf(row)} data-chosen={choice?.chosen.has(idOf(row)) || undefined}>
              {choice && <Choose choice={choice} id={idOf(row)} name={choice.nameOf(row)} />}
              {columns.map(({ id, label, place, cell }) => (
                <td key={id} data-label={label} className={place && classes[place]}>
                  <div>{cell(row)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type HeadProps<R> = { column: Column<R>; sort: Sort | undefined; onSort: ((sort: Sort) => void) | undefined }

function Head<R>({ column: { id, label, sorts, place }, sort, onSort }: HeadProps<R>) {
  if (place === 'end') {
    return (
      <th scope="col">
        <span className="visually-hidden">{label}</span>
      </th>
    )
  }
  if (!sorts || !onSort) return <th scope="col">{label}</th>
  const descending = sort?.by === id ? sort.descending : undefined
  const Icon = descending === undefined ? IconArrowsSort : descending ? IconArrowDown : IconArrowUp
  return (
    <th scope="col" aria-sort={descending === undefined ? 'none' : descending ? 'descending' : 'ascending'}>
      <UnstyledButton
        className={classes.sort}
        data-active={descending !== undefined || undefined}
        onClick={() => onSort({ by: id, descending: descending === false })}
      >
        {label} <Icon size={14} aria-hidden="true" />
      </UnstyledButton>
    </th>
  )
}

function ChooseAll<R>({ choice: { chosen, onChosen }, ids }: { choice: Choice<R>; ids: string[] }) {
  const here = ids.filter((id) => chosen.has(id)).length
  const all = here > 0 && here === ids.length
  const toggle = () => {
    const next = new Set(chosen)
    for (const id of ids) all ? next.delete(id) : next.add(id)
    onChosen(next)
  }
  return (
    <th scope="col" className={classes.choice}>
      <Checkbox
        aria-label={t`Select all on this page`}
        checked={all}
        indeterminate={here > 0 && !all}
        onChange={toggle}
      />
    </th>
  )
}

function Choose<R>({ choice: { chosen, onChosen }, id, name }: { choice: Choice<R>; id: string; name: string }) {
  const toggle = () => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    onChosen(next)
  }
  return (
    <td className={classes.choice}>
      <Checkbox aria-label={t`Select ${name}`} checked={chosen.has(id)} onChange={toggle} />
    </td>
  )
}
