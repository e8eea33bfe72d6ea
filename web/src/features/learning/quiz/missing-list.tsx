import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { DataTable } from '@/shared/data-table'
import { Empty } from '@/shared/empty'
import { Pages } from '@/shared/pages'
import { QueryView } from '@/shared/query-view'

import { missingQuery } from './results-api'

/** The learners who have submitted nothing. */
export function MissingList({ lessonId }: { lessonId: string }) {
  const [page, setPage] = useState(1)
  return (
    <QueryView
      query={useQuery(missingQuery(lessonId, page))}
      skeleton={<Skeleton height={240} />}
      isEmpty={({ items }) => items.length === 0}
      empty={
        <Empty title={t`Everyone has taken this quiz`}>
          <Trans>Every learner in the course has submitted an attempt.</Trans>
        </Empty>
      }
    >
      {({ items, pagination }) => (
        <>
          <DataTable
            label={t`Learners who haven't taken the quiz`}
            rows={items}
            idOf={({ user_id }) => user_id}
            columns={[
              { id: 'who', label: t`Learner`, place: 'lead', cell: (l) => l.full_name },
              { id: 'state', label: t`Status`, cell: (l) => (l.running ? t`In progress` : t`Not started`) },
            ]}
          />
          <Pages pagination={pagination} onPage={setPage} />
        </>
      )}
    </QueryView>
  )
}
