import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, NativeSelect, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { Empty } from '@/shared/empty'
import { FiguresSkeleton } from '@/shared/figure-list'
import { options } from '@/shared/options'
import { PageHead } from '@/shared/page-head'
import { PeriodFields } from '@/shared/period-fields'
import { QueryView } from '@/shared/query-view'

import { statsQuery } from './api'
import { FeedbackList } from './feedback-list'
import { Figures } from './figures'
import { type FeedbackFilters, narrowed, periodOf } from './filters'
import { InstructorTable } from './instructor-table'
import { periodLabels } from './labels'
import { RatingPanels } from './rating-panels'

type Props = {
  /** Whether the user sees all demo classes, and what was said: administrators. */
  forAll: boolean
  filters: FeedbackFilters
  onFilters: (filters: FeedbackFilters) => void
  /** A link back to the demo classes. */
  children: ReactNode
}

/** What those who had a demo class think of it, in figures; administrators also read and answer it. */
export function StatsPage({ forAll, filters, onFilters, children }: Props) {
  const stats = useQuery(statsQuery(filters))
  const set = (change: Parameters<typeof narrowed>[1]) => onFilters(narrowed(filters, change))
  return (
    <>
      <PageHead
        title={t`Feedback on demo classes`}
        lead={t`What visitors and learners say about their demo class. Without dates: the last 90 days.`}
      >
        {children}
      </PageHead>
      <Filters filters={filters} set={set} />
      <QueryView
        query={stats}
        skeleton={<StatsSkeleton />}
        isEmpty={({ totalFeedback, completed }) => totalFeedback === 0 && completed === 0}
        empty={
          <Empty title={t`No completed demo classes in this time`}>
            <Trans>An hour after a demo class is completed, an email asks its visitor for feedback.</Trans>
          </Empty>
        }
      >
        {(found) => (
          <Stack gap="lg">
            <Figures stats={found} />
            <RatingPanels stats={found} period={filters.period ?? 'week'} />
            {forAll && (
              <InstructorTable
                instructors={found.instructors}
                onInstructor={(instructorId) => set({ instructorId })}
                isFiltered={filters.instructorId !== undefined}
              />
            )}
          </Stack>
        )}
      </QueryView>
      {forAll && <FeedbackList filters={filters} onPage={(page) => onFilters({ ...filters, page })} />}
    </>
  )
}

const StatsSkeleton = () => (
  <>
    <FiguresSkeleton />
    <Skeleton h={300} mt="lg" radius="lg" />
    <Skeleton h={240} mt="lg" radius="lg" />
  </>
)

type FilterProps = { filters: FeedbackFilters; set: (change: Parameters<typeof narrowed>[1]) => void }

function Filters({ filters, set }: FilterProps) {
  return (
    <Group component="search" align="flex-end" mb="md">
      <NativeSelect
        label={t`Group by`}
        value={filters.period ?? 'week'}
        data={options(periodLabels)}
        onChange={({ currentTarget: { value } }) => set({ period: periodOf(value) })}
      />
      <PeriodFields
        from={filters.startDate ?? ''}
        to={filters.endDate ?? ''}
        onFrom={(startDate) => set({ startDate })}
        onTo={(endDate) => set({ endDate })}
      />
      {filters.instructorId && (
        <Button variant="default" onClick={() => set({ instructorId: undefined })}>
          <Trans>All instructors</Trans>
        </Button>
      )}
    </Group>
  )
}
