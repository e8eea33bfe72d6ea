import { Text } from '@mantine/core'

import type { Schema } from '@/api/client'

import { type Column, DataTable } from './data-table'
import { Moment } from './moment'

type Event = Schema<'UserEvent'>

/** A log of events: a user's activity, or the security log of an account. */
export function EventTable({ label, events }: { label: string; events: Event[] }) {
  return <DataTable label={label} columns={columns} rows={events} idOf={(e) => `${e.kind} ${e.id}`} />
}

/** A readable kind: `signed_in` is "Signed in". */
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
