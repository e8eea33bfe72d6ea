import { t } from '@lingui/core/macro'
import { Text } from '@mantine/core'

import type { Schema } from '@/api/client'

import { type Column, DataTable } from './data-table'
import { deviceName } from './device-name'
import { eventName } from './event-kinds'
import { Moment } from './moment'
import { isRole, roleNames } from './roles'

type Event = Schema<'UserEvent'>

/** A log of events: a user's activity, or the security log of an account. */
export function EventTable({ label, events }: { label: string; events: Event[] }) {
  return <DataTable label={label} columns={columns()} rows={events} idOf={(e) => `${e.kind} ${e.id}`} />
}

const columns = (): Column<Event>[] => [
  {
    id: 'what',
    label: t`Event`,
    place: 'lead',
    cell: ({ kind, about }) => (
      <>
        <Text fw={600} size="sm">
          {eventName(kind)}
        </Text>
        {about && <Text size="sm">{isRole(about) ? t(roleNames[about]) : about}</Text>}
      </>
    ),
  },
  { id: 'at', label: t`When`, cell: ({ at }) => <Moment at={at} /> },
  {
    id: 'from',
    label: t`Source`,
    cell: ({ network, user_agent }) => (
      <>
        <Text size="sm">{network || '–'}</Text>
        {user_agent && (
          <Text size="xs" c="dimmed" title={user_agent} lineClamp={1} maw={320}>
            {deviceName(user_agent)}
          </Text>
        )}
      </>
    ),
  },
]
