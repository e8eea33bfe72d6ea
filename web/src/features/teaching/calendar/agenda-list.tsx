import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { Badge, Text, Title, UnstyledButton } from '@mantine/core'

import { sessionClock } from '@/shared/wall-time'

import type { Entry } from './api'
import classes from './calendar.module.css'
import { dayOf } from './period'
import { colorStyle, nameOf } from './session-names'

type Props = { entries: Entry[]; onOpen: (entry: Entry) => void }

/** Sessions below the days on which they begin. */
export function AgendaList({ entries, onOpen }: Props) {
  return byDay(entries).map(([day, sessions]) => (
    <section key={day} aria-labelledby={`day-${day}`} className={classes.day}>
      <Title order={3} size="h5" id={`day-${day}`}>
        {i18n.date(sessions[0]?.starts_at, { weekday: 'long', day: 'numeric', month: 'long' })}
      </Title>
      <ul className={classes.sessions}>
        {sessions.map((entry) => (
          <li key={`${entry.id} ${entry.instructor_id} ${entry.starts_at}`}>
            <AgendaItem entry={entry} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </section>
  ))
}

/** Entries, which are in the order of time, by the day on which they begin. */
function byDay(entries: Entry[]) {
  const days = new Map<string, Entry[]>()
  for (const entry of entries) {
    const day = dayOf(new Date(entry.starts_at))
    days.set(day, [...(days.get(day) ?? []), entry])
  }
  return [...days]
}

/** A session with its time, which opens its details. */
export function AgendaItem({ entry, onOpen }: { entry: Entry; onOpen: (entry: Entry) => void }) {
  const { own, there } = sessionClock(entry, entry.timezone)
  return (
    <UnstyledButton
      className={classes.item}
      style={colorStyle(entry)}
      disabled={!entry.id}
      onClick={() => onOpen(entry)}
    >
      <span className={classes.clock}>
        {own}
        {there && (
          <Text span size="xs" c="dimmed" display="block">
            {there}
          </Text>
        )}
      </span>
      <span>
        <Text span fw={600} display="block">
          {nameOf(entry)}
        </Text>
        <Text span size="sm" c="dimmed">
          {entry.course_title}
        </Text>
        {entry.status === 'cancelled' && (
          <Badge color="red" ml="xs">
            {t({ message: 'Cancelled', context: 'session' })}
          </Badge>
        )}
      </span>
    </UnstyledButton>
  )
}
