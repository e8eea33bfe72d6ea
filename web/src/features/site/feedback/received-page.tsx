import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Column, DataTable } from '@/shared/data-table'
import { Empty } from '@/shared/empty'
import { FilterSelect } from '@/shared/filter-select'
import { Day } from '@/shared/moment'
import { PageHead } from '@/shared/page-head'
import { Pages } from '@/shared/pages'
import { Failure, QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'
import { Stars } from '@/shared/stars'
import { toast } from '@/shared/toasts'

import { type FeedbackStatus, feedbackQuery, type SiteFeedback, useDecide } from './api'
import { statuses, statusLabels } from './labels'

/** What users and visitors say about the site, for administrators, who publish it or hide it. */
export function ReceivedFeedbackPage() {
  const [status, setStatus] = useState<FeedbackStatus>()
  const [page, setPage] = useState(1)
  const received = useQuery(feedbackQuery(status, page))
  const decide = useDecide()
  const decideOn = (feedback: SiteFeedback, to: FeedbackStatus) =>
    decide.mutate(
      { id: feedback.id, status: to },
      { onSuccess: () => toast(to === 'published' ? t`Feedback published.` : t`Feedback hidden.`) },
    )
  return (
    <>
      <PageHead
        title={t`Feedback on the site`}
        lead={t`You can publish what its author has agreed to: it then appears on the feedback page.`}
      />
      {decide.error && <Failure error={decide.error} />}
      <FilterSelect
        label={t`Status`}
        w={220}
        mb="md"
        value={status}
        choices={statuses.map((value) => ({ value, label: t(statusLabels[value]) }))}
        onChange={(chosen) => {
          setPage(1)
          setStatus(chosen)
        }}
      />
      <QueryView
        query={received}
        skeleton={<Rows height={56} />}
        isEmpty={({ items }) => items.length === 0}
        empty={
          <Empty title={t`No feedback`}>
            {status ? t`No feedback has this status.` : t`What users and visitors think of the site appears here.`}
          </Empty>
        }
      >
        {({ items, pagination }) => (
          <>
            <DataTable
              tall
              label={t`Feedback on the site`}
              columns={columns(decideOn)}
              rows={items}
              idOf={({ id }) => id}
            />
            <Pages pagination={pagination} onPage={setPage} />
          </>
        )}
      </QueryView>
    </>
  )
}

const columns = (decide: (feedback: SiteFeedback, to: FeedbackStatus) => void): Column<SiteFeedback>[] => [
  {
    id: 'text',
    label: t`Feedback`,
    place: 'lead',
    cell: ({ text }) => <span style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</span>,
  },
  {
    id: 'rating',
    label: t({ message: 'Rating', context: 'feedback' }),
    cell: ({ rating }) => <Stars value={rating} />,
  },
  { id: 'from', label: t({ message: 'From', context: 'feedback' }), cell: ({ full_name }) => full_name },
  { id: 'received', label: t`Received`, cell: ({ created_at }) => <Day at={created_at} /> },
  {
    id: 'status',
    label: t`Status`,
    cell: ({ status }) => (
      <Badge variant="light" color={status === 'published' ? 'evergreen' : 'gray'} tt="none">
        {t(statusLabels[status])}
      </Badge>
    ),
  },
  {
    id: 'actions',
    label: t`Actions`,
    place: 'end',
    cell: (feedback) => {
      const name = feedback.full_name
      if (feedback.status === 'published') {
        return (
          <Button variant="subtle" aria-label={t`Hide feedback of ${name}`} onClick={() => decide(feedback, 'hidden')}>
            <Trans>Hide</Trans>
          </Button>
        )
      }
      if (!feedback.publish_consent) return t`Not agreed to publish`
      return (
        <Button
          variant="subtle"
          aria-label={t`Publish feedback of ${name}`}
          onClick={() => decide(feedback, 'published')}
        >
          <Trans>Publish</Trans>
        </Button>
      )
    },
  },
]
