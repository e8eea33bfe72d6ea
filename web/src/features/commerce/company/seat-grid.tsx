import { t } from '@lingui/core/macro'
import { type KeyboardEvent, useRef, useState } from 'react'

import { percent as percentage } from '@/shared/format'

import type { Seat } from './api'
import { seatStates } from './labels'
import classes from './seat-grid.module.css'

type Props = { seats: Seat[]; chosen: ReadonlySet<string>; onChosen: (chosen: Set<string>) => void; label: string }

const isLive = ({ state }: Seat) => state === 'offered' || state === 'active'

/** The seats of people in courses: of several, the newest. */
function tableOf(seats: Seat[]) {
  const courses = new Map<string, string>()
  const people = new Map<string, { name: string; byCourse: Map<string, Seat> }>()
  for (const seat of seats) {
    if (!seat.course_id || seat.state === 'released') continue
    courses.set(seat.course_id, seat.course_title)
    const key = seat.user_id ?? seat.email
    const person = people.get(key) ?? { name: seat.full_name || seat.email, byCourse: new Map<string, Seat>() }
    if (!person.byCourse.has(seat.course_id)) person.byCourse.set(seat.course_id, seat)
    people.set(key, person)
  }
  return {
    courses: [...courses].map(([id, title]) => ({ id, title })),
    people: [...people].map(([key, person]) => ({ key, ...person })),
  }
}

const steps: Record<string, [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** People by courses, with arrow keys to move and the space bar to choose. One cell is in the order of the Tab key. */
export function SeatGrid({ seats, chosen, onChosen, label }: Props) {
  const { courses, people } = tableOf(seats)
  const [at, setAt] = useState<[number, number]>([0, 0])
  const grid = useRef<HTMLTableElement>(null)
  const move = (row: number, column: number) => {
    const next: [number, number] = [
      Math.min(Math.max(row, 0), people.length - 1),
      Math.min(Math.max(column, 0), courses.length - 1),
    ]
    setAt(next)
    grid.current?.querySelector<HTMLElement>(`[data-cell="${next.join(' ')}"]`)?.focus()
  }
  const toggle = (seat: Seat | undefined) => {
    if (!seat || !isLive(seat)) return
    const next = new Set(chosen)
    if (!next.delete(seat.id)) next.add(seat.id)
    onChosen(next)
  }
  const onKey = (event: KeyboardEvent, row: number, column: number, seat: Seat | undefined) => {
    const step = steps[event.key]
    if (step) move(row + step[0], column + step[1])
    else if (event.key === 'Home') move(row, 0)
    else if (event.key === 'End') move(row, courses.length - 1)
    else if (event.key === ' ' || event.key === 'Enter') toggle(seat)
    else return
    event.preventDefault()
  }
  return (
    <div className={classes.frame}>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are moved between with the arrow keys */}
      <table ref={grid} role="grid" aria-label={label} aria-multiselectable className={classes.grid}>
        <thead>
          <tr>
            <th scope="col">{t`Person`}</th>
            {courses.map(({ id, title }) => (
              <th key={id} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {people.map(({ key, name, byCourse }, row) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              {courses.map(({ id }, column) => {
                const seat = byCourse.get(id)
                const live = seat && isLive(seat)
                return (
                  <td
                    key={id}
                    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of a grid, which can be chosen
                    role="gridcell"
                    tabIndex={at[0] === row && at[1] === column ? 0 : -1}
                    data-cell={`${row} ${column}`}
                    data-live={live || undefined}
                    aria-selected={live ? chosen.has(seat.id) : undefined}
                    onFocus={() => setAt([row, column])}
                    onClick={() => toggle(seat)}
                    onKeyDown={(event) => onKey(event, row, column, seat)}
                  >
                    {seat && <Cell seat={seat} />}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Cell({ seat: { state, percent, completed_at } }: { seat: Seat }) {
  if (state === 'active' && completed_at) return <>{t`Completed`}</>
  if (state !== 'active' || percent === null) return <>{t(seatStates[state])}</>
  return (
    <>
      {percentage(percent)}
      <span className={classes.track} aria-hidden="true">
        <span style={{ width: `${percent}%` }} />
      </span>
    </>
  )
}
