import { msg, plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Button, Group, NativeSelect, Skeleton, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { type Column, DataTable } from '@/shared/data-table'
import { Empty } from '@/shared/empty'
import { points } from '@/shared/format'
import { Moment } from '@/shared/moment'
import { options } from '@/shared/options'
import { PageHead } from '@/shared/page-head'
import { MoreButton } from '@/shared/pages'
import { Failure, QueryView } from '@/shared/query-view'
import { SearchField } from '@/shared/search-field'
import { toast } from '@/shared/toasts'

import { type SubmissionRow, submissionsQuery, useExportSubmissions, useReturnAll } from './api'
import type { SubmissionFilters, SubmissionOrder } from './filters'
import { Grader } from './grader'
import { MissingWork } from './missing-work'
import { SubmissionState } from './submission-state'

const choices = {
  '': msg`All`,
  to_grade: msg`To grade`,
  late: msg`Late`,
  graded: msg`Graded, not returned`,
  returned: msg`Returned`,
  missing: msg`Not handed in`,
}
const isChoice = (value: string): value is NonNullable<SubmissionFilters['status']> => value !== '' && value in choices

const orders = {
  oldest: msg`Longest waiting first`,
  newest: msg`Newest first`,
  '-score': msg`Graded, highest score first`,
  score: msg`Graded, lowest score first`,
}
const isOrder = (value: string): value is SubmissionOrder => value in orders

type Props = {
  courseId: string
  /** The assignments of the course. */
  assignments: { id: string; title: string }[]
  filters: SubmissionFilters
  onFilters: (filters: SubmissionFilters) => void
}

/** The submissions of a course, or the one that is being graded. */
export function GradingPage(props: Props) {
  const { courseId, filters, onFilters } = props
  const { submission, ...list } = filters
  return submission ? (
    <Grader
      courseId={courseId}
      filters={list}
      id={submission}
      onOpen={(id) => onFilters({ ...list, submission: id })}
      onClose={() => onFilters(list)}
    />
  ) : (
    <SubmissionList {...props} />
  )
}

function SubmissionList({ courseId, assignments, filters, onFilters }: Props) {
  const sheet = useExportSubmissions(courseId, filters)
  const { status } = filters
  const set = (next: SubmissionFilters) => onFilters(withoutEmpty({ ...filters, ...next }))
  return (
    <>
      <PageHead title={t`Submissions`} lead={t`What your learners have handed in.`}>
        {status !== 'missing' && (
          <Button variant="default" loading={sheet.isPending} onClick={() => sheet.mutate()}>
            <Trans>Export CSV</Trans>
          </Button>
        )}
      </PageHead>
      {sheet.error && <Failure error={sheet.error} />}
      <Group mb="md" align="flex-end">
        {status !== 'missing' && (
          <SearchField
            label={t`Search learners`}
            value={filters.search ?? ''}
            onSearch={(search) => set({ search })}
            miw={220}
          />
        )}
        <NativeSelect
          label={t`Status`}
          data={options(choices)}
          value={status ?? ''}
          onChange={({ currentTarget: { value } }) => {
            const { status: _, ...rest } = filters
            onFilters(isChoice(value) ? { ...rest, status: value } : rest)
          }}
        />
        {status !== 'missing' && (
          <>
            <NativeSelect
              label={t`Assignment`}
              data={[
                { value: '', label: t`All assignments` },
                ...assignments.map(({ id, title }) => ({ value: id, label: title })),
              ]}
              value={filters.lesson ?? ''}
              onChange={(event) => set({ lesson: event.currentTarget.value })}
            />
            <NativeSelect
              label={t`Order`}
              data={options(orders)}
              value={filters.order ?? 'oldest'}
              onChange={({ currentTarget: { value } }) => {
                const { order: _, ...rest } = filters
                onFilters(isOrder(value) && value !== 'oldest' ? { ...rest, order: value } : rest)
              }}
            />
          </>
        )}
      </Group>
      {status === 'missing' ? (
        <MissingWork assignments={assignments} lesson={filters.lesson} onLesson={(lesson) => set({ lesson })} />
      ) : (
        <Submissions courseId={courseId} filters={filters} onFilters={onFilters} />
      )}
    </>
  )
}

/** Without filters that are set to nothing, which the address would show. */
function withoutEmpty({ lesson, search, ...rest }: SubmissionFilters): SubmissionFilters {
  return { ...rest, ...(lesson && { lesson }), ...(search && { search }) }
}

type ListProps = Omit<Props, 'assignments'>

function Submissions({ courseId, filters, onFilters }: ListProps) {
  const query = useInfiniteQuery(submissionsQuery(courseId, filters))
  const [chosen, setChosen] = useState<Set<string>>(new Set())
  const isFiltered = Boolean(filters.status || filters.lesson || filters.search)
  return (
    <>
      <QueryView
        query={query}
        skeleton={<Skeleton height={320} radius="md" />}
        isEmpty={(rows) => rows.length === 0}
        empty={
          isFiltered ? (
            <Empty
              title={t`No submissions match`}
              action={
                <Button variant="default" onClick={() => onFilters({})}>
                  <Trans>Clear filters</Trans>
                </Button>
              }
            >
              <Trans>No submission in this course matches these filters.</Trans>
            </Empty>
          ) : (
            <Empty title={t`No submissions yet`}>
              <Trans>Submissions appear here when learners hand in their work.</Trans>
            </Empty>
          )
        }
      >
        {(rows) => (
          <>
            <ReturnBar courseId={courseId} rows={rows} chosen={chosen} onDone={() => setChosen(new Set())} />
            <DataTable
              label={t`Submissions`}
              rows={rows}
              idOf={({ id }) => id}
              choice={{ chosen, onChosen: setChosen, nameOf: (r) => r.full_name }}
              columns={columns((id) => onFilters({ ...filters, submission: id }))}
            />
          </>
        )}
      </QueryView>
      <MoreButton query={query} />
    </>
  )
}

const columns = (onOpen: (id: string) => void): Column<SubmissionRow>[] => [
  { id: 'who', label: t`Learner`, place: 'lead', cell: (r) => r.full_name },
  { id: 'what', label: t`Assignment`, cell: (r) => r.lesson_title || t`No longer published` },
  { id: 'when', label: t`Handed in`, cell: (r) => r.submitted_at && <Moment at={r.submitted_at} /> },
  {
    id: 'status',
    label: t`Status`,
    cell: (r) => (
      <Group gap={6}>
        <SubmissionState status={r.status} />
        {r.late && (
          <Badge variant="light" color="apricot" tt="none">
            <Trans>Late</Trans>
          </Badge>
        )}
      </Group>
    ),
  },
  { id: 'score', label: t`Score`, cell: scoreOf },
  {
    id: 'open',
    label: t`Open`,
    place: 'end',
    cell: (r) => (
      <Button size="xs" variant="default" aria-label={openLabel(r)} onClick={() => onOpen(r.id)}>
        {r.status === 'returned' ? t`Open` : t({ message: 'Grade', context: 'button' })}
      </Button>
    ),
  },
]

function scoreOf({ score }: SubmissionRow) {
  if (!score) return '–'
  const [earned, possible] = [points(score.earned), points(score.possible)]
  return t`${earned} of ${possible}`
}

const openLabel = ({ full_name: learner, status }: SubmissionRow) =>
  status === 'returned' ? t`Open submission from ${learner}` : t`Grade submission from ${learner}`

type BarProps = { courseId: string; rows: SubmissionRow[]; chosen: Set<string>; onDone: () => void }

/** Returns the chosen submissions that are graded. */
function ReturnBar({ courseId, rows, chosen, onDone }: BarProps) {
  const giveBack = useReturnAll(courseId)
  const here = rows.filter(({ id }) => chosen.has(id))
  const ready = here.filter(({ status }) => status === 'graded')
  const [selected, gradedOnes] = [here.length, ready.length]
  if (selected === 0) return null
  const done = (n: number) => {
    toast(plural(n, { one: '# submission returned.', other: '# submissions returned.' }))
    onDone()
  }
  return (
    <Group mb="sm">
      <Text size="sm">{plural(selected, { one: '# selected', other: '# selected' })}</Text>
      <Button
        size="xs"
        disabled={ready.length === 0}
        loading={giveBack.isPending}
        onClick={() =>
          giveBack.mutate(
            ready.slice(0, atOnce).map(({ id }) => id),
            { onSuccess: ({ returned }) => done(returned) },
          )
        }
      >
        {plural(gradedOnes, { one: 'Return # graded submission', other: 'Return # graded submissions' })}
      </Button>
      {giveBack.error && <Failure error={giveBack.error} />}
    </Group>
  )
}

const atOnce = 100 // as many as the server returns in one act
