import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { AttendanceBadge } from '@/shared/attendance'
import { type Column, DataTable } from '@/shared/data-table'
import { toDay, toMinute } from '@/shared/format'
import { TextLink } from '@/shared/link'
import { Pages } from '@/shared/pages'
import { personName } from '@/shared/person-name'
import { Failure } from '@/shared/query-view'

import { DisputeOf } from './answer-dispute'
import { disputesQuery, type OpenDispute } from './api'

/** The disputes of attendance of a batch that its instructors have to answer; nothing while there are none. */
export function BatchDisputes({ batchId }: { batchId: string }) {
  const [page, setPage] = useState(1)
  const { data, error } = useQuery(disputesQuery(batchId, page))
  if (error) return <Failure error={error} />
  if (!data || data.items.length === 0) return null
  return (
    <section aria-labelledby="disputes">
      <Title order={2} size="h3" id="disputes" mt="xl" mb="sm">
        <Trans>Open disputes</Trans>
      </Title>
      <DataTable
        label={t`Open disputes`}
        columns={columns()}
        rows={data.items}
        idOf={({ session_id, learner }) => session_id + learner.user_id}
      />
      <Pages pagination={data.pagination} onPage={setPage} />
    </section>
  )
}

const columns = (): Column<OpenDispute>[] => [
  {
    id: 'learner',
    label: t`Name`,
    place: 'lead',
    cell: ({ learner: { full_name: name, guest_of: from } }) => (
      <>
        {personName(name)}
        {from && <Text size="xs" c="dimmed">{t`From “${from}”`}</Text>}
      </>
    ),
  },
  {
    id: 'session',
    label: t`Session`,
    cell: ({ session_id: sessionId, session_title, starts_at }) => (
      <>
        <TextLink to="/sessions/$sessionId" params={{ sessionId }} size="sm">
          {session_title || toMinute(starts_at)}
        </TextLink>
        {session_title && (
          <Text size="xs" c="dimmed">
            {toMinute(starts_at)}
          </Text>
        )}
      </>
    ),
  },
  { id: 'attendance', label: t`Attendance`, cell: ({ learner }) => <AttendanceBadge status={learner.status} /> },
  {
    id: 'reason',
    label: t`Reason`,
    cell: ({ learner: { dispute } }) =>
      dispute && (
        <>
          <Text size="sm">{dispute.reason}</Text>
          <Text size="xs" c="dimmed">
            {toDay(dispute.created_at)}
          </Text>
        </>
      ),
  },
  {
    id: 'answer',
    label: t({ message: 'Answer', context: 'dispute' }),
    cell: ({ session_id, learner }) => <DisputeOf sessionId={session_id} row={learner} />,
  },
]
