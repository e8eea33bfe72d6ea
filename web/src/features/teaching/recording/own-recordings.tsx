import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Skeleton, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'

import { type Column, DataTable } from '@/shared/data-table'
import { dated, span } from '@/shared/format'
import { TextLink } from '@/shared/link'
import { MoreButton } from '@/shared/pages'
import { QueryView } from '@/shared/query-view'

import { ownRecordingsQuery, type RecordedLesson } from './api'
import { RecordingLink } from './recording-item'

/** What was recorded of the sessions of a user's batches, newest first. */
export function OwnRecordings({ userId }: { userId: string }) {
  const recordings = useInfiniteQuery(ownRecordingsQuery(userId))
  return (
    <section>
      <Title order={2} size="h3" mb="sm">
        <Trans>Sessions of your batches</Trans>
      </Title>
      <QueryView
        query={recordings}
        skeleton={<Skeleton height={92} radius="lg" />}
        isEmpty={(all) => all.length === 0}
        empty={<Text c="dimmed">{t`No recordings yet. They appear here after sessions that are recorded.`}</Text>}
      >
        {(all) => (
          <>
            <DataTable label={t`Sessions of your batches`} columns={columnsOf()} rows={all} idOf={({ id }) => id} />
            <MoreButton query={recordings} />
          </>
        )}
      </QueryView>
    </section>
  )
}

const columnsOf = (): Column<RecordedLesson>[] => [
  {
    id: 'title',
    label: t`Recording`,
    place: 'lead',
    cell: (lesson) => <RecordingLink lesson={lesson} />,
  },
  {
    id: 'batch',
    label: t`Batch`,
    cell: ({ batch_id: batchId, batch_name }) => (
      <TextLink to="/batches/$batchId" params={{ batchId }}>
        {batch_name}
      </TextLink>
    ),
  },
  {
    id: 'date',
    label: t`Recorded`,
    cell: ({ recorded_date }) => dated(recorded_date),
  },
  {
    id: 'length',
    label: t`Length`,
    cell: ({ seconds }) => (seconds > 0 ? span(seconds) : '–'),
  },
]
