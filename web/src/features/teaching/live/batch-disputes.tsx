import { t } from '@lingui/core/macro'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { toMinute } from '@/shared/format'
import { TextLink } from '@/shared/link'
import { OpenDisputes } from '@/shared/open-disputes'
import { personName } from '@/shared/person-name'
import { Failure } from '@/shared/query-view'

import { disputesQuery, type OpenDispute } from './api'
import { DisputeOf } from './dispute-of'

/** The disputes of attendance of a batch that its instructors have to answer; nothing while there are none. */
export function BatchDisputes({ batchId }: { batchId: string }) {
  const [page, setPage] = useState(1)
  const { data, error } = useQuery(disputesQuery(batchId, page))
  if (error) return <Failure error={error} />
  if (!data) return null
  return (
    <OpenDisputes
      about={t`Session`}
      disputes={data.items.map((open) => ({
        id: open.session_id + open.learner.user_id,
        learner: <Learner learner={open.learner} />,
        of: <SessionOf open={open} />,
        status: open.learner.status,
        dispute: open.learner.dispute,
        answer: <DisputeOf sessionId={open.session_id} row={open.learner} />,
      }))}
      pagination={data.pagination}
      onPage={setPage}
    />
  )
}

const Learner = ({ learner: { full_name: name, guest_of: from } }: Pick<OpenDispute, 'learner'>) => (
  <>
    {personName(name)}
    {from && <Text size="xs" c="dimmed">{t`From “${from}”`}</Text>}
  </>
)

const SessionOf = ({ open: { session_id: sessionId, session_title, starts_at } }: { open: OpenDispute }) => (
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
)
