import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Checkbox, Group, NativeSelect, Progress, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { type Column, DataTable } from '@/shared/data-table'
import { Empty, NoMatches } from '@/shared/empty'
import { EnrolmentChip, enrolmentLabels } from '@/shared/enrolment'
import { isEnrolmentStatus } from '@/shared/enrolment-status'
import { ago, percent, spent, toDay } from '@/shared/format'
import { TextLink } from '@/shared/link'
import { options } from '@/shared/options'
import { MoreButton, Total } from '@/shared/pages'
import { QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'
import { SearchField } from '@/shared/search-field'

import { type CourseStudent, studentsQuery } from './api'
import { isNarrowed, progresses, type StudentFilters, sortedBy, sortOf } from './filters'
import { riskText, statusLabels } from './labels'

/** What instructors do about enrolments, which another feature provides. */
export type EnrolmentParts = {
  /** What can be done about one learner. */
  actions: (student: CourseStudent) => ReactNode
  /** What can be done about those who are selected; `onDone` clears the selection. */
  bulk: (students: CourseStudent[], onDone: () => void) => ReactNode
}

type Props = {
  courseId: string
  filters: StudentFilters
  onFilters: (filters: StudentFilters) => void
} & EnrolmentParts

/** The learners of a course, current and former, with a link to each. */
export function StudentList({ courseId, filters, onFilters, actions, bulk }: Props) {
  const students = useInfiniteQuery(studentsQuery(courseId, filters))
  const [chosen, setChosen] = useState(new Set<string>())
  const { sort } = filters
  const narrow = (next: StudentFilters) => {
    setChosen(new Set())
    onFilters(next)
  }
  return (
    <section aria-label={t`Learners`}>
      <Filters filters={filters} onFilters={narrow} />
      <QueryView
        query={students}
        skeleton={<Rows />}
        isEmpty={({ items }) => items.length === 0}
        empty={
          isNarrowed(filters) ? (
            <NoMatches title={t`No matching learners`} onClear={() => narrow(sort ? { sort } : {})}>
              <Trans>No learner in this course matches your search and filters.</Trans>
            </NoMatches>
          ) : (
            <Empty title={t`No learners yet`}>
              <Trans>Learners appear here once they enrol or you add them.</Trans>
            </Empty>
          )
        }
      >
        {({ items, pagination }) => {
          const selected = items.filter(({ userId }) => chosen.has(userId))
          return (
            <>
              {pagination && (
                <Total pagination={pagination} counted={(n) => plural(n, { one: '# learner', other: '# learners' })} />
              )}
              <DataTable
                label={t`Learners`}
                columns={columnsFor(courseId, actions)}
                rows={items}
                idOf={(s) => s.userId}
                choice={{ chosen, onChosen: setChosen, nameOf: (s) => s.fullName }}
                sort={sortOf(filters)}
                onSort={(next) => {
                  const by = sortedBy(next)
                  const { sort: _, ...others } = filters
                  onFilters(by ? { ...others, sort: by } : others)
                }}
              />
              <MoreButton query={students} />
              {selected.length > 0 && bulk(selected, () => setChosen(new Set()))}
            </>
          )
        }}
      </QueryView>
    </section>
  )
}

function Filters({ filters, onFilters }: Pick<Props, 'filters' | 'onFilters'>) {
  const { search, enrollment, progress, atRisk, ...rest } = filters
  const set = (change: { [K in keyof StudentFilters]: StudentFilters[K] | undefined }) => {
    const next = { search, enrollment, progress, atRisk, ...change }
    onFilters({
      ...rest,
      ...(next.search && { search: next.search }),
      ...(next.enrollment && { enrollment: next.enrollment }),
      ...(next.progress && { progress: next.progress }),
      ...(next.atRisk && { atRisk: next.atRisk }),
    })
  }
  return (
    <Group component="search" mb="sm">
      <SearchField label={t`Search learners`} value={search ?? ''} onSearch={(text) => set({ search: text })} />
      <NativeSelect
        aria-label={t`Enrolment`}
        radius="xl"
        value={enrollment ?? ''}
        data={[{ value: '', label: t`Any enrolment` }, ...options(enrolmentLabels)]}
        onChange={({ currentTarget: { value } }) => set({ enrollment: isEnrolmentStatus(value) ? value : undefined })}
      />
      <NativeSelect
        aria-label={t`Progress`}
        radius="xl"
        value={progress ?? ''}
        data={[
          { value: '', label: t`Any progress` },
          ...progresses.map((p) => ({ value: p, label: t(statusLabels[p]) })),
        ]}
        onChange={({ currentTarget: { value } }) => set({ progress: progresses.find((p) => p === value) })}
      />
      <Checkbox
        label={t`At risk only`}
        checked={atRisk ?? false}
        onChange={(event) => set({ atRisk: event.currentTarget.checked ? true : undefined })}
      />
    </Group>
  )
}

const columnsFor = (courseId: string, actions: EnrolmentParts['actions']): Column<CourseStudent>[] => [
  {
    id: 'fullName',
    label: t`Name`,
    place: 'lead',
    sorts: true,
    cell: (s) => (
      <TextLink to="/teach/courses/$courseId/learners/$userId" params={{ courseId, userId: s.userId }}>
        {s.fullName}
      </TextLink>
    ),
  },
  { id: 'enrollment', label: t`Enrolment`, cell: (s) => <Enrolment student={s} /> },
  { id: 'progressPercentage', label: t`Progress`, sorts: true, cell: (s) => <ProgressCell student={s} /> },
  { id: 'timeSpent', label: t`Time spent`, sorts: true, cell: (s) => (s.timeSpent > 0 ? spent(s.timeSpent) : '–') },
  { id: 'lastAt', label: t`Last active`, sorts: true, cell: (s) => (s.lastAt ? ago(s.lastAt) : t`Never`) },
  { id: 'enrolledAt', label: t`Enrolled`, sorts: true, cell: (s) => toDay(s.enrolledAt) },
  { id: 'actions', label: t`Actions`, place: 'end', cell: actions },
]

/** One chip: being at risk matters more than being active. */
function Enrolment({ student }: { student: CourseStudent }) {
  const end = student.endsAt && toDay(student.endsAt)
  return (
    <>
      {student.atRisk ? (
        <Badge color="apricot" variant="light" tt="none">
          {riskText(student)}
        </Badge>
      ) : (
        <EnrolmentChip status={student.enrollment} />
      )}
      {end && (
        <Text size="xs" c="dimmed" mt={2}>
          <Trans>Ends {end}</Trans>
        </Text>
      )}
    </>
  )
}

function ProgressCell({ student: { fullName: name, progressPercentage: done } }: { student: CourseStudent }) {
  if (typeof done !== 'number') return '–'
  return (
    <Group gap={8} wrap="nowrap">
      <Progress.Root size="sm" radius="xl" w={72}>
        <Progress.Section value={done} aria-label={t`Progress of ${name}`} />
      </Progress.Root>
      <span>{percent(done)}</span>
    </Group>
  )
}
