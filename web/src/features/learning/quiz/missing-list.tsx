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
      empty={<Empty title="Nobody is missing">Every learner of the course has submitted an attempt.</Empty>}
    >
      {({ items, pagination }) => (
        <>
          <DataTable
            label="Learners who have not taken the quiz"
            rows={items}
            idOf={({ user_id }) => user_id}
            columns={[
              { id: 'who', label: 'Learner', place: 'lead', cell: (l) => l.full_name },
              { id: 'state', label: 'State', cell: (l) => (l.running ? 'Has begun' : 'Has not begun') },
            ]}
          />
          <Pages pagination={pagination} onPage={setPage} />
        </>
      )}
    </QueryView>
  )
}
