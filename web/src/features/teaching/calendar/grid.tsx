// The only file that knows @mantine/schedule: loaded with the first calendar that is shown as a grid.
import '@mantine/schedule/styles.layer.css'

import { i18n } from '@lingui/core'
import { plural, t } from '@lingui/core/macro'
import { DayView, MonthView, ResourcesDayView, type ScheduleEventData, WeekView } from '@mantine/schedule'
import { useMemo } from 'react'

import { sessionClock } from '@/shared/wall-time'

import type { Entry } from './api'
import classes from './calendar.module.css'
import { type By, type Lane, type Lanes, laneIdOf } from './lanes'
import { dayOf } from './period'
import { colorOf, colorStyle, nameOf } from './session-names'
import type { Shown } from './toolbar'

type Props = {
  shown: Shown
  entries: Entry[]
  onShow: (shown: Shown) => void
  onOpen: (entry: Entry) => void
  /** The classrooms or instructors, if a day has a lane for each. */
  lanes: Lanes | undefined
  /** Called when the user has dragged a session to where it would begin and end, and with lanes, into one. */
  onMove: (entry: Entry, starts: Date, ends: Date, lane?: Lane) => void
}

const height = 620 // pixels, of the hours of a day or a week

/** The time of day to which a day or a week is scrolled: an hour before its earliest session, else the morning. */
function scrollTime(entries: Entry[]) {
  const hours = entries.map(({ starts_at }) => new Date(starts_at).getHours())
  const first = hours.length > 0 ? Math.max(0, Math.min(...hours) - 1) : 7
  return `${String(first).padStart(2, '0')}:00:00`
}

const weekday = (date: string) => i18n.date(`${date.slice(0, 10)}T00:00:00Z`, { weekday: 'short', timeZone: 'UTC' })

/** A month, a week or a day as a grid. */
export default function Grid({ shown: { view, day }, entries, lanes, onShow, onOpen, onMove }: Props) {
  const by = lanes?.by
  const byKey = useMemo(() => new Map(entries.map((entry, i) => [keyOf(entry, i, by), entry])), [entries, by])
  const events = useMemo(() => {
    const all = [...byKey].map(([id, entry]) => ({
      ...eventOf(id, entry),
      ...(by && { resourceId: inLane(entry, by) }),
    }))
    return view === 'month' ? all : all.flatMap(halvesOf)
  }, [byKey, view, by])
  const entryOf = (event: ScheduleEventData) => byKey.get(String(event.id).replace(afterMidnight, ''))
  const common = {
    date: day,
    events,
    withHeader: false,
    labels: labels(by),
    withEventsDragAndDrop: true,
    canDragEvent: (event: ScheduleEventData) => {
      const entry = entryOf(event)
      return entry?.can_move === true && (view === 'month' || endsOnItsDay(eventOf(entry.id, entry)))
    },
    onEventDrop: ({ event, newStart, newEnd, resourceId }: Dropped) => {
      const entry = entryOf(event)
      if (entry)
        onMove(
          entry,
          localTime(newStart),
          localTime(newEnd),
          lanes?.lanes.find(({ id }) => laneId(id) === resourceId),
        )
    },
    onEventClick: (event: ScheduleEventData) => {
      const entry = entryOf(event)
      if (entry?.id) onOpen(entry)
    },
    renderEventBody: (event: ScheduleEventData) => {
      const entry = entryOf(event)
      return entry && <Body entry={entry} withClock={view !== 'month'} />
    },
  }
  const hours = {
    startScrollTime: scrollTime(entries),
    withAllDaySlot: false,
    scrollAreaProps: { mah: height },
    eventDragInterval: 15,
  }
  if (view === 'month') {
    return (
      <MonthView
        {...common}
        className={classes.grid}
        firstDayOfWeek={1}
        weekdayFormat={weekday}
        maxEventsPerDay={3}
        onDayClick={(chosen) => onShow({ view: 'day', day: dayOf(localTime(chosen)) })}
      />
    )
  }
  if (lanes) {
    return (
      <ResourcesDayView
        {...common}
        className={`${classes.grid} ${classes.lanes}`}
        resources={lanes.lanes.map(({ id, label }) => ({ id: laneId(id), label }))}
        startScrollTime={hours.startScrollTime}
        eventDragInterval={hours.eventDragInterval}
        slotWidth={96}
        rowHeight={84}
        maxEventsPerTimeSlot={4}
      />
    )
  }
  if (view === 'week') {
    const { withAllDaySlot, ...rest } = hours
    return (
      <WeekView
        {...common}
        {...rest}
        className={classes.grid}
        withAllDaySlots={withAllDaySlot}
        firstDayOfWeek={1}
        weekdayFormat={weekday}
        withWeekNumber={false}
        highlightToday
        onDateChange={(chosen) => onShow({ view: 'day', day: dayOf(localTime(chosen)) })}
      />
    )
  }
  return <DayView {...common} {...hours} intervalMinutes={60} className={classes.grid} />
}

type Dropped = { event: ScheduleEventData; newStart: string; newEnd: string; resourceId?: string | number }

/** The library knows no empty id: so is the lane of what is in no classroom, or of what nobody teaches, called. */
const noLane = 'none'
const laneId = (id: string) => id || noLane
const inLane = (entry: Entry, by: By) => laneId(laneIdOf(entry, by))

/** Identifies an event: a session of two instructors is in the lanes of both. */
function keyOf({ id, instructor_id }: Entry, index: number, by: By | undefined) {
  if (!id) return `busy-${index}`
  return by === 'instructor' ? `${id} ${instructor_id}` : id
}

/** What the library writes without a time zone is in that of the device. */
const localTime = (written: string) => new Date(written.length > 10 ? written.replace(' ', 'T') : `${written}T00:00:00`)

const eventOf = (id: string, entry: Entry) => ({
  id,
  title: nameOf(entry),
  start: new Date(entry.starts_at),
  end: new Date(entry.ends_at),
  color: colorOf(entry),
})

type Timed = ReturnType<typeof eventOf>

/** Ends the id of the half of an event that lies after midnight. */
const afterMidnight = ' after midnight'

/** The last second of the day on which an event begins. */
function lastSecond({ start }: Timed) {
  const last = new Date(start)
  last.setHours(23, 59, 59, 0)
  return last
}

/** Whether an event is over by the midnight after its start. */
const endsOnItsDay = (event: Timed) => event.end.getTime() - lastSecond(event).getTime() <= 1000

/** Events within days: the library takes one that goes past midnight for one of whole days, which have no row here. */
function halvesOf(event: Timed): Timed[] {
  const last = lastSecond(event)
  if (event.end <= last) return [event]
  const first = { ...event, end: last }
  if (endsOnItsDay(event)) return [first]
  return [first, { ...event, id: event.id + afterMidnight, start: new Date(last.getTime() + 1000) }]
}

function Body({ entry, withClock }: { entry: Entry; withClock: boolean }) {
  const { own, there } = sessionClock(entry, entry.timezone)
  const cancelled = entry.status === 'cancelled'
  return (
    <span className={classes.event} data-cancelled={cancelled || undefined} style={colorStyle(entry)}>
      <span>{withClock ? own : own.slice(0, 5)}</span> <b>{nameOf(entry)}</b>
      {cancelled && <span> ({t({ message: 'Cancelled', context: 'session' })})</span>}
      {withClock && there && <small>{there}</small>}
    </span>
  )
}

const labels = (by: By | undefined) => ({
  weekday: t`Open day`,
  timeSlot: t`Time`,
  allDay: t`All day`,
  resources: by === 'instructor' ? t`Instructors` : t`Classrooms`,
  resourceSlot: t`Time`,
  more: t`More`,
  moreLabel: (hidden: number) => plural(hidden, { one: '# more', other: '# more' }),
})
