import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { useInfiniteQuery } from '@tanstack/react-query'

import { Empty } from '@/shared/empty'
import { EventTable } from '@/shared/event-table'
import { MoreButton } from '@/shared/pages'
import { QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'

import { type LogKind, logQuery } from './api'

const labels: Record<LogKind, { title: MessageDescriptor; none: MessageDescriptor; hint: MessageDescriptor }> = {
  activity: {
    title: msg`Activity`,
    none: msg`No activity yet`,
    hint: msg`What this user does is listed here.`,
  },
  'security-log': {
    title: msg`Security log`,
    none: msg`No security events yet`,
    hint: msg`Sign-ins and changes to the security of this account are listed here.`,
  },
}

/** The activity of a user, or the security log of their account. */
export function EventList({ id, kind }: { id: string; kind: LogKind }) {
  const log = useInfiniteQuery(logQuery(id, kind))
  const { title, none, hint } = labels[kind]
  return (
    <QueryView
      query={log}
      skeleton={<Rows height={48} />}
      isEmpty={(events) => events.length === 0}
      empty={<Empty title={t(none)}>{t(hint)}</Empty>}
    >
      {(events) => (
        <>
          <EventTable label={t(title)} events={events} />
          <MoreButton query={log} />
        </>
      )}
    </QueryView>
  )
}
