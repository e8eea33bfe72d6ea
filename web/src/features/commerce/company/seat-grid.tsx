import { t } from '@lingui/core/macro'
import { UnstyledButton } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'

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

/** People by courses. Seats that can be released are buttons: the Tab key reaches one of them, the arrow keys the others. */
export function SeatGrid({ seats, chosen, onChosen, label }: Props) {
  const { courses, people } = tableOf(seats)
  const [current, setCurrent] = useState<string>()
  const live = people.flatMap(({ byCourse }) => courses.flatMap(({ id }) => byCourse.get(id) ?? []).filter(isLive))
  const reached = (live.find(({ id }) => id === current) ?? live[0])?.id
  const toggle = (id: string) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    onChosen(next)
  }
  /** Goes on from a cell in the direction of an arrow key, to the next seat that can be released. */
  const move = (event: KeyboardEvent<HTMLElement>, row: number, column: number) => {
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    const table = event.currentTarget.closest('table')
    for (let r = row + step[0], c = column + step[1]; people[r] && courses[c]; r += step[0], c += step[1]) {
      const cell = table?.querySelector<HTMLElement>(`[data-cell="${r} ${c}"]`)
      if (cell) return cell.focus()
    }
  }
  return (
    <div className={classes.frame}>
      <table aria-label={label} className={classes.grid}>
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
                if (!seat || !isLive(seat)) return <td key={id}>{seat && <SeatState seat={seat} />}</td>
                return (
                  <td key={id} className={classes.live}>
                    <UnstyledButton
                      className={classes.seat}
                      aria-pressed={chosen.has(seat.id)}
                      tabIndex={seat.id === reached ? 0 : -1}
                      data-cell={`${row} ${column}`}
                      onFocus={() => setCurrent(seat.id)}
                      onClick={() => toggle(seat.id)}
                      onKeyDown={(event) => move(event, row, column)}
                    >
                      <SeatState seat={seat} />
                    </UnstyledButton>
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

function SeatState({ seat: { state, percent, completed_at } }: { seat: Seat }) {
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
