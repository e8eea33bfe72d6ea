import { Trans } from '@lingui/react/macro'
import { Text, Title } from '@mantine/core'

import { AgendaItem } from './agenda-list'
import type { Entry } from './api'
import classes from './calendar.module.css'
import type { Lane } from './lanes'

type Props = { lanes: Lane[]; entries: Entry[]; onOpen: (entry: Entry) => void }

/** What is in each classroom on a day, on screens that are too narrow for a grid. */
export const RoomList = ({ lanes, entries, onOpen }: Props) =>
  lanes.map(({ id, label }) => (
    <section key={id} aria-labelledby={`room-${id}`} className={classes.day}>
      <Title order={3} size="h5" id={`room-${id}`}>
        {label}
      </Title>
      <Room entries={entries.filter((entry) => entry.room_id === id)} onOpen={onOpen} />
    </section>
  ))

const Room = ({ entries, onOpen }: Omit<Props, 'lanes'>) =>
  entries.length > 0 ? (
    <ul className={classes.sessions}>
      {entries.map((entry) => (
        <li key={`${entry.id} ${entry.instructor_id} ${entry.starts_at}`}>
          <AgendaItem entry={entry} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  ) : (
    <Text c="dimmed" size="sm">
      <Trans>No sessions on this day.</Trans>
    </Text>
  )
