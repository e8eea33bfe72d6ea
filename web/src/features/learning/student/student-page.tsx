import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { type Column, DataTable } from '@/shared/data-table'
import { EnrolmentChip } from '@/shared/enrolment'
import { FigureList, FiguresSkeleton } from '@/shared/figure-list'
import { ago, dated, decimal, percent, spent, toDay } from '@/shared/format'
import { TextLink } from '@/shared/link'
import { PageHead } from '@/shared/page-head'
import { QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'

import { type StudentBatch, type StudentCourse, type StudentDetail, studentQuery } from './api'
import { ProgressBar } from './progress-bar'

type Props = {
  userId: string
  /** Whether a batch is ahead, running or over, and what the learner is in it. */
  state: (batch: StudentBatch) => ReactNode
}

/** One learner in all courses that the user teaches. */
export function StudentPage({ userId, state }: Props) {
  const student = useQuery(studentQuery(userId))
  const email = student.data?.email
  return (
    <>
      <TextLink to="/teach/learners" size="sm">
        <Trans>All learners</Trans>
      </TextLink>
      <PageHead
        title={student.data?.full_name ?? t`Learners`}
        lead={email && <Anchor href={`mailto:${encodeURIComponent(email)}`}>{email}</Anchor>}
      />
      <QueryView
        query={student}
        skeleton={
          <Stack>
            <FiguresSkeleton />
            <Rows />
          </Stack>
        }
      >
        {(d) => (
          <Stack gap="xl">
            <FigureList figures={figuresOf(d)} />
            <Part title={t`Courses`} none={t`Not enrolled in a course.`} rows={d.course_list}>
              {(rows) => (
                <DataTable label={t`Courses`} columns={courseColumns(userId)} rows={rows} idOf={(c) => c.course_id} />
              )}
            </Part>
            <Part title={t`Batches`} none={t`Not a member of a batch.`} rows={d.batches}>
              {(rows) => <DataTable label={t`Batches`} columns={batchColumns(state)} rows={rows} idOf={(b) => b.id} />}
            </Part>
          </Stack>
        )}
      </QueryView>
    </>
  )
}

type PartProps<T> = { title: string; none: string; rows: T[]; children: (rows: T[]) => ReactNode }

function Part<T>({ title, none, rows, children }: PartProps<T>) {
  return (
    <section>
      <Title order={2} size="h3" mb="sm">
        {title}
      </Title>
      {rows.length > 0 ? children(rows) : <Text c="dimmed">{none}</Text>}
    </section>
  )
}

const figuresOf = (d: StudentDetail) => [
  { name: t`Courses`, value: decimal(d.courses) },
  { name: t`Completed`, value: decimal(d.courses_completed) },
  { name: t`Average progress`, value: d.courses > 0 ? percent(d.percent) : '–' },
  { name: t`Last active`, value: d.last_active_at ? ago(d.last_active_at) : t`Never` },
]

const courseColumns = (userId: string): Column<StudentCourse>[] => [
  {
    id: 'course',
    label: t`Course`,
    place: 'lead',
    cell: ({ course_id: courseId, title }) => (
      <TextLink to="/teach/courses/$courseId/learners/$userId" params={{ courseId, userId }}>
        {title}
      </TextLink>
    ),
  },
  { id: 'status', label: t`Enrolment`, cell: (c) => <EnrolmentChip status={c.status} /> },
  {
    id: 'progress',
    label: t`Progress`,
    cell: (c) => (typeof c.percent === 'number' ? <ProgressBar of={c.title} percentage={c.percent} /> : '–'),
  },
  { id: 'time', label: t`Time spent`, cell: (c) => (c.time_spent > 0 ? spent(c.time_spent) : '–') },
  { id: 'active', label: t`Last active`, cell: (c) => (c.last_at ? ago(c.last_at) : t`Never`) },
  { id: 'enrolled', label: t`Enrolled`, cell: (c) => toDay(c.enrolled_at) },
]

const batchColumns = (state: Props['state']): Column<StudentBatch>[] => [
  {
    id: 'batch',
    label: t`Batch`,
    place: 'lead',
    cell: ({ id: batchId, batch_name }) => (
      <TextLink to="/batches/$batchId" params={{ batchId }}>
        {batch_name}
      </TextLink>
    ),
  },
  { id: 'course', label: t`Course`, cell: (b) => b.course_title },
  { id: 'dates', label: t`Dates`, cell: (b) => `${dated(b.start_date)} – ${dated(b.end_date)}` },
  { id: 'status', label: t`Status`, cell: state },
]
