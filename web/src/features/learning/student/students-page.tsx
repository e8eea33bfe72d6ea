import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, NativeSelect, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { type Column, DataTable } from '@/shared/data-table'
import { Empty, NoMatches } from '@/shared/empty'
import { ago, decimal } from '@/shared/format'
import { TextLink } from '@/shared/link'
import { PageHead } from '@/shared/page-head'
import { Pages, Total } from '@/shared/pages'
import { QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'
import { SearchField } from '@/shared/search-field'

import { studentsQuery, type TaughtStudent } from './api'
import { isNarrowed, type LearnerFilters, narrowed, sortOf } from './filters'
import { ProgressBar } from './progress-bar'

type Props = {
  filters: LearnerFilters
  onFilters: (filters: LearnerFilters) => void
  /** The courses to choose from. */
  courses: { id: string; title: string }[]
}

/** Everyone who learns in a course that the user teaches; for administrators all students. */
export function StudentsPage({ filters, onFilters, courses }: Props) {
  const students = useQuery(studentsQuery(filters))
  return (
    <>
      <PageHead title={t`Learners`} lead={t`Everyone in your courses, with their progress.`} />
      <Filters filters={filters} onFilters={onFilters} courses={courses} />
      <QueryView
        query={students}
        skeleton={<Rows />}
        isEmpty={({ items }) => items.length === 0}
        empty={
          isNarrowed(filters) ? (
            <NoMatches title={t`No matching learners`} onClear={() => onFilters({})}>
              <Trans>No learner matches your search and filters.</Trans>
            </NoMatches>
          ) : (
            <Empty title={t`No learners yet`}>
              <Trans>Learners appear here once they are enrolled in one of your courses.</Trans>
            </Empty>
          )
        }
      >
        {({ items, pagination }) => (
          <>
            <Total pagination={pagination} counted={(n) => plural(n, { one: '# learner', other: '# learners' })} />
            <DataTable
              label={t`Learners`}
              columns={columns()}
              rows={items}
              idOf={({ id }) => id}
              sort={sortOf(filters)}
              onSort={({ descending }) => onFilters(narrowed(filters, { sort: descending ? '-name' : 'name' }))}
            />
            <Pages pagination={pagination} onPage={(page) => onFilters({ ...filters, page })} />
          </>
        )}
      </QueryView>
    </>
  )
}

function Filters({ filters, onFilters, courses }: Props) {
  return (
    <Group component="search" mb="sm">
      <SearchField
        label={t`Search learners`}
        value={filters.search ?? ''}
        onSearch={(search) => onFilters(narrowed(filters, { search }))}
      />
      <NativeSelect
        aria-label={t`Course`}
        radius="xl"
        maw={280}
        value={filters.course ?? ''}
        data={[{ value: '', label: t`All courses` }, ...courses.map(({ id, title }) => ({ value: id, label: title }))]}
        onChange={({ currentTarget: { value } }) => onFilters(narrowed(filters, { course: value }))}
      />
    </Group>
  )
}

const columns = (): Column<TaughtStudent>[] => [
  {
    id: 'name',
    label: t`Name`,
    place: 'lead',
    sorts: true,
    cell: ({ id: userId, full_name, email }) => (
      <>
        <TextLink to="/teach/learners/$userId" params={{ userId }}>
          {full_name}
        </TextLink>
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {email}
        </Text>
      </>
    ),
  },
  { id: 'courses', label: t`Courses`, cell: (s) => decimal(s.courses) },
  { id: 'completed', label: t`Completed`, cell: (s) => decimal(s.courses_completed) },
  {
    id: 'progress',
    label: t`Average progress`,
    cell: (s) => (s.courses > 0 ? <ProgressBar of={s.full_name} percentage={s.percent} /> : '–'),
  },
  { id: 'active', label: t`Last active`, cell: (s) => (s.last_active_at ? ago(s.last_active_at) : t`Never`) },
]
