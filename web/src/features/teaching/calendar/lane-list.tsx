import { Trans } from '@lingui/react/macro'
import { Text, Title } from '@mantine/core'

import { AgendaItem } from './agenda-list'
import type { Entry } from './api'
import classes from './calendar.module.css'
import { type Lanes, laneIdOf } from './lanes'

type Props = { of: Lanes; entries: Entry[]; onOpen: (entry: Entry) => void }

/** What is in each classroom or with each instructor on a day, on screens that are too narrow for a grid. */
export const LaneList = ({ of: { by, lanes }, entries, onOpen }: Props) =>
  lanes.map(({ id, label }) => (
    <section key={id} aria-labelledby={`lane-${id}`} className={classes.day}>
      <Title order={3} size="h5" id={`lane-${id}`}>
        {label}
      </Title>
      <Items entries={entries.filter((entry) => laneIdOf(entry, by) === id)} onOpen={onOpen} />
    </section>
  ))

const Items = ({ entries, onOpen }: Omit<Props, 'of'>) =>
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
