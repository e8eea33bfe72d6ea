import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { type Column, DataTable } from '@/shared/data-table'
import { Empty } from '@/shared/empty'
import { FilterSelect } from '@/shared/filter-select'
import { TextLink } from '@/shared/link'
import { Day } from '@/shared/moment'
import { money } from '@/shared/money'
import { PageHead } from '@/shared/page-head'
import { Pages } from '@/shared/pages'
import { personName } from '@/shared/person-name'
import { QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'
import { SearchField } from '@/shared/search-field'

import { allPlansQuery, type LearnerPlan, type PlanFilters, planStatuses } from './api'
import { PlanDrawer } from './plan-drawer'
import { planState, planStates } from './plan-labels'

type Props = { filters: PlanFilters; onFilters: (filters: PlanFilters) => void }

/** The payment plans of all learners, for administrators. */
export function PlansPage({ filters, onFilters }: Props) {
  const [page, setPage] = useState(1)
  const [opened, setOpened] = useState<LearnerPlan>()
  const plans = useQuery(allPlansQuery(filters, page))
  const set = (change: PlanFilters) => {
    setPage(1)
    onFilters({ ...filters, ...change })
  }
  return (
    <>
      <PageHead
        title={t`Instalments`}
        lead={t`The courses that learners pay in monthly instalments. You can write off what isn't paid.`}
      />
      <search>
        <Group align="flex-end" gap="sm" mb="md">
          <SearchField
            label={t`Name or email address`}
            value={filters.search ?? ''}
            onSearch={(search) => set({ search: search || undefined })}
            flex="1 1 260px"
            maw={360}
          />
          <FilterSelect
            label={t`Status`}
            value={filters.status}
            choices={planStatuses.map((value) => ({ value, label: t(planStates[value][0]) }))}
            onChange={(status) => set({ status })}
          />
        </Group>
      </search>
      <QueryView
        query={plans}
        skeleton={<Rows height={56} />}
        isEmpty={({ items }) => items.length === 0}
        empty={
          <Empty title={t`No instalments`}>
            {filters.search || filters.status
              ? t`No instalments match these filters.`
              : t`Set for the price of a course in how many instalments it can be paid. Who chooses them appears here.`}
          </Empty>
        }
      >
        {({ items, pagination }) => (
          <>
            <DataTable label={t`Instalments`} columns={columns(setOpened)} rows={items} idOf={({ id }) => id} />
            <Pages pagination={pagination} onPage={setPage} />
          </>
        )}
      </QueryView>
      {opened && <PlanDrawer plan={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

const columns = (onOpen: (plan: LearnerPlan) => void): Column<LearnerPlan>[] => [
  {
    id: 'learner',
    label: t`Learner`,
    place: 'lead',
    cell: ({ user_id, user_name }) => (
      <TextLink to="/admin/users/$userId" params={{ userId: user_id }}>
        {personName(user_name)}
      </TextLink>
    ),
  },
  { id: 'course', label: t`Course`, cell: ({ title }) => title },
  { id: 'status', label: t`Status`, cell: (plan) => <PlanChip plan={plan} /> },
  {
    id: 'next',
    label: t`Next instalment`,
    cell: ({ dues }) => {
      const next = dues.find(({ status }) => status === 'overdue' || status === 'open')
      return next && <Day at={next.due_at} />
    },
  },
  {
    id: 'unpaid',
    label: t`Not paid yet`,
    cell: ({ unpaid, currency }) => unpaid > 0 && money(unpaid, currency),
  },
  {
    id: 'actions',
    label: t`Actions`,
    place: 'end',
    cell: (plan) => (
      <Button
        variant="subtle"
        aria-label={t`Show the instalments of ${personName(plan.user_name)} for ${plan.title}`}
        onClick={() => onOpen(plan)}
      >
        <Trans>Show</Trans>
      </Button>
    ),
  },
]

function PlanChip({ plan }: { plan: LearnerPlan }) {
  const [label, color] = planState(plan)
  return (
    <Badge variant="light" color={color} tt="none">
      {t(label)}
    </Badge>
  )
}
