import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Button, Checkbox, Group, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'

import { type Column, DataTable } from '@/shared/data-table'
import { Empty } from '@/shared/empty'
import { ago, percent, spent, toDay } from '@/shared/format'
import { TextLink } from '@/shared/link'
import { MoreButton, Total } from '@/shared/pages'
import { QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'
import { SearchField } from '@/shared/search-field'

import { type CourseStudent, studentsQuery } from './api'
import { type StudentFilters, sortedBy, sortOf } from './filters'
import { riskText } from './labels'

type Props = { courseId: string; filters: StudentFilters; onFilters: (filters: StudentFilters) => void }

/** The students of a course, with links to each. */
export function StudentList({ courseId, filters, onFilters }: Props) {
  const students = useInfiniteQuery(studentsQuery(courseId, filters))
  const { search: _, atRisk, ...rest } = filters
  return (
    <section aria-labelledby="students">
      <Title order={2} id="students" size="h3" mb="sm">
        <Trans>All learners</Trans>
      </Title>
      <Group mb="sm">
        <SearchField
          label={t`Search learners`}
          value={filters.search ?? ''}
          onSearch={(search) => onFilters({ ...rest, ...(atRisk && { atRisk }), ...(search && { search }) })}
        />
        <Checkbox
          label={t`At risk only`}
          checked={atRisk ?? false}
          onChange={(event) => {
            const { atRisk: __, ...others } = filters
            onFilters(event.currentTarget.checked ? { ...others, atRisk: true } : others)
          }}
        />
      </Group>
      <QueryView
        query={students}
        skeleton={<Rows />}
        isEmpty={({ items }) => items.length === 0}
        empty={
          <Empty
            title={t`No matching learners`}
            action={
              <Button onClick={() => onFilters(rest)}>
                <Trans>Clear filters</Trans>
              </Button>
            }
          >
            <Trans>No learner in this course matches your search and filters.</Trans>
          </Empty>
        }
      >
        {({ items, pagination }) => (
          <>
            {pagination && (
              <Total pagination={pagination} counted={(n) => plural(n, { one: '# learner', other: '# learners' })} />
            )}
            <DataTable
              label={t`Learners`}
              columns={columnsFor(courseId)}
              rows={items}
              idOf={(s) => s.userId}
              sort={sortOf(filters)}
              onSort={(sort) => {
                const { sort: __, ...others } = filters
                const by = sortedBy(sort)
                onFilters(by ? { ...others, sort: by } : others)
              }}
            />
            <MoreButton query={students} />
          </>
        )}
      </QueryView>
    </section>
  )
}

const columnsFor = (courseId: string): Column<CourseStudent>[] => [
  {
    id: 'fullName',
    label: t`Name`,
    place: 'lead',
    sorts: true,
    cell: (s) => (
      <Group gap="xs">
        <TextLink to="/teach/courses/$courseId/learners/$userId" params={{ courseId, userId: s.userId }}>
          {s.fullName}
        </TextLink>
        {s.atRisk && (
          <Badge color="apricot" variant="light">
            {riskText(s)}
          </Badge>
        )}
      </Group>
    ),
  },
  {
    id: 'progressPercentage',
    label: t`Progress`,
    sorts: true,
    cell: (s) => (typeof s.progressPercentage === 'number' ? percent(s.progressPercentage) : '–'),
  },
  { id: 'timeSpent', label: t`Time spent`, sorts: true, cell: (s) => (s.timeSpent > 0 ? spent(s.timeSpent) : '–') },
  { id: 'lastAt', label: t`Last active`, sorts: true, cell: (s) => (s.lastAt ? ago(s.lastAt) : t`Never`) },
  { id: 'enrolledAt', label: t`Enrolled`, sorts: true, cell: (s) => toDay(s.enrolledAt) },
]
