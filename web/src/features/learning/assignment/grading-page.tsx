import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, NativeSelect, Skeleton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'

import { DataTable } from '@/shared/data-table'
import { Empty } from '@/shared/empty'
import { Moment } from '@/shared/moment'
import { options } from '@/shared/options'
import { PageHead } from '@/shared/page-head'
import { MoreButton } from '@/shared/pages'
import { QueryView } from '@/shared/query-view'

import { type SubmissionRow, submissionsQuery } from './api'
import type { SubmissionFilters, SubmissionStatus } from './filters'
import { statuses } from './labels'
import { MissingWork } from './missing-work'
import { SubmissionDrawer } from './submission-drawer'

const choices = {
  to_grade: msg`To grade`,
  graded: msg`Graded, not returned`,
  returned: msg`Returned`,
  missing: msg`Not handed in`,
  '': msg`All submissions`,
}
const isChoice = (value: string): value is NonNullable<SubmissionFilters['status']> => value !== '' && value in choices

type Props = {
  courseId: string
  /** The assignments of the course. */
  assignments: { id: string; title: string }[]
  filters: SubmissionFilters
  onFilters: (filters: SubmissionFilters) => void
}

/** The submissions of a course, longest waiting first. */
export function GradingPage({ courseId, assignments, filters, onFilters }: Props) {
  const { status } = filters
  return (
    <>
      <PageHead title={t`Submissions`} lead={t`What your learners have handed in, longest waiting first.`} />
      <Group mb="md">
        <NativeSelect
          label={t`Show`}
          data={options(choices)}
          value={filters.status ?? ''}
          onChange={({ currentTarget: { value } }) => onFilters(isChoice(value) ? { status: value } : {})}
        />
      </Group>
      {status === 'missing' ? (
        <MissingWork
          assignments={assignments}
          lesson={filters.lesson}
          onLesson={(lesson) => onFilters({ status, lesson })}
        />
      ) : (
        <Submissions courseId={courseId} status={status} filters={filters} onFilters={onFilters} />
      )}
      {filters.submission && (
        <SubmissionDrawer
          id={filters.submission}
          onClose={() => onFilters({ ...(filters.status && { status: filters.status }) })}
        />
      )}
    </>
  )
}

type ListProps = Omit<Props, 'assignments'> & { status: SubmissionStatus | undefined }

function Submissions({ courseId, status, filters, onFilters }: ListProps) {
  const query = useInfiniteQuery(submissionsQuery(courseId, status))
  return (
    <>
      <QueryView
        query={query}
        skeleton={<Skeleton height={240} />}
        isEmpty={(rows) => rows.length === 0}
        empty={
          filters.status ? (
            <Empty
              title={t`No submissions match`}
              action={
                <Button variant="default" onClick={() => onFilters({})}>
                  <Trans>Show all submissions</Trans>
                </Button>
              }
            >
              <Trans>No submission in this course has this status.</Trans>
            </Empty>
          ) : (
            <Empty title={t`No submissions yet`}>
              <Trans>Submissions appear here when learners hand in their work.</Trans>
            </Empty>
          )
        }
      >
        {(rows) => (
          <DataTable
            label={t`Submissions`}
            rows={rows}
            idOf={({ id }) => id}
            columns={[
              { id: 'who', label: t`Learner`, place: 'lead', cell: (r) => r.full_name },
              { id: 'what', label: t`Assignment`, cell: (r) => r.lesson_title || t`No longer published` },
              { id: 'when', label: t`Handed in`, cell: (r) => r.submitted_at && <Moment at={r.submitted_at} /> },
              { id: 'status', label: t`Status`, cell: statusOf },
              {
                id: 'open',
                label: t`Open`,
                place: 'end',
                cell: (r) => (
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={openLabel(r)}
                    onClick={() => onFilters({ ...filters, submission: r.id })}
                  >
                    <Trans>Open</Trans>
                  </Button>
                ),
              },
            ]}
          />
        )}
      </QueryView>
      <MoreButton query={query} />
    </>
  )
}

function statusOf({ status, late }: SubmissionRow) {
  const name = t(statuses[status])
  return late ? t`${name}, late` : name
}

const openLabel = ({ full_name: learner }: SubmissionRow) => t`Open submission from ${learner}`
