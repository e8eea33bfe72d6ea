import { Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'

import type { Schema } from '@/api/client'
import { type Column, DataTable } from '@/shared/data-table'
import { Empty } from '@/shared/empty'
import { Moment } from '@/shared/moment'
import { MoreButton } from '@/shared/pages'
import { QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'

import { type LogKind, logQuery } from './api'

type Event = Schema<'UserEvent'>

const labels: Record<LogKind, { title: string; none: string }> = {
  activity: { title: 'Activity', none: 'They have done nothing yet.' },
  'security-log': { title: 'Security log', none: 'Nothing has happened to the door of this account.' },
}

/** What somebody has done, or what happened to the door of their account. */
export function EventList({ id, kind }: { id: string; kind: LogKind }) {
  const log = useInfiniteQuery(logQuery(id, kind))
  const { title, none } = labels[kind]
  return (
    <QueryView
      query={log}
      skeleton={<Rows height={48} />}
      isEmpty={(events) => events.length === 0}
      empty={<Empty title="Nothing yet">{none}</Empty>}
    >
      {(events) => (
        <>
          <DataTable label={title} columns={columns} rows={events} idOf={(e) => `${e.kind} ${e.id}`} />
          <MoreButton query={log} />
        </>
      )}
    </QueryView>
  )
}

/** A kind as people say it: `signed_in` is "Signed in". */
function inWords(kind: string) {
  const words = kind.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const columns: Column<Event>[] = [
  {
    id: 'what',
    label: 'What',
    place: 'lead',
    cell: ({ kind, about }) => (
      <>
        <Text fw={600} size="sm">
          {inWords(kind)}
        </Text>
        {about && <Text size="sm">{about}</Text>}
      </>
    ),
  },
  { id: 'at', label: 'When', cell: ({ at }) => <Moment at={at} /> },
  {
    id: 'from',
    label: 'From',
    cell: ({ network, user_agent }) => (
      <>
        <Text size="sm">{network || '–'}</Text>
        {user_agent && (
          <Text size="xs" c="dimmed" title={user_agent} lineClamp={1} maw={320}>
            {user_agent}
          </Text>
        )}
      </>
    ),
  },
]
