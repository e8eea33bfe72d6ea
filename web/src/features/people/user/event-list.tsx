import { t } from '@lingui/core/macro'
import { useInfiniteQuery } from '@tanstack/react-query'

import { Empty } from '@/shared/empty'
import { EventTable } from '@/shared/event-table'
import { MoreButton } from '@/shared/pages'
import { QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'

import { type LogKind, logQuery } from './api'

const labels: Record<LogKind, { title: string; none: string }> = {
  activity: { title: 'Activity', none: 'They have done nothing yet.' },
  'security-log': { title: 'Security log', none: 'Nothing has happened to the door of this account.' },
}

/** The activity of a user, or the security log of their account. */
export function EventList({ id, kind }: { id: string; kind: LogKind }) {
  const log = useInfiniteQuery(logQuery(id, kind))
  const { title, none } = labels[kind]
  return (
    <QueryView
      query={log}
      skeleton={<Rows height={48} />}
      isEmpty={(events) => events.length === 0}
      empty={<Empty title={t`Nothing yet`}>{none}</Empty>}
    >
      {(events) => (
        <>
          <EventTable label={title} events={events} />
          <MoreButton query={log} />
        </>
      )}
    </QueryView>
  )
}
