import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import type { Schema } from '@/api/client'
import { type Column, DataTable } from '@/shared/data-table'
import { FigureList, FiguresSkeleton } from '@/shared/figure-list'
import { decimal, percent, spent } from '@/shared/format'
import { PageHead } from '@/shared/page-head'
import { Failure, QueryView } from '@/shared/query-view'

import { type CourseAnalytics, courseAnalyticsQuery, useExportStudents } from './api'
import type { StudentFilters } from './filters'
import { type EnrolmentParts, StudentList } from './student-list'

type Props = {
  courseId: string
  filters: StudentFilters
  onFilters: (filters: StudentFilters) => void
  /** The buttons that add learners. */
  add: ReactNode
} & EnrolmentParts

/** The learners of a course: who they are, how far they are, and what they do in each lesson. */
export function StudentsPage({ courseId, add, ...list }: Props) {
  const course = useQuery(courseAnalyticsQuery(courseId))
  const sheet = useExportStudents(courseId)
  return (
    <>
      <PageHead title={t`Learners`}>
        <Button variant="default" loading={sheet.isPending} onClick={() => sheet.mutate()}>
          <Trans>Export CSV</Trans>
        </Button>
        {add}
      </PageHead>
      {sheet.error && <Failure error={sheet.error} />}
      <Stack gap="xl">
        <QueryView query={course} skeleton={<FiguresSkeleton />}>
          {(c) => <FigureList figures={figuresOf(c)} />}
        </QueryView>
        <StudentList courseId={courseId} {...list} />
        {course.data && course.data.students > 0 && course.data.lessons.length > 0 && (
          <section aria-labelledby="lessons">
            <Title order={2} id="lessons" size="h3" mb="sm">
              <Trans>Lessons</Trans>
            </Title>
            <DataTable
              label={t`Lessons`}
              columns={columnsFor(course.data.students)}
              rows={course.data.lessons}
              idOf={(l) => l.lessonId}
            />
          </section>
        )}
      </Stack>
    </>
  )
}

function figuresOf(course: CourseAnalytics) {
  const { students, activeThisWeek: active, completed, atRisk, averagePercentage } = course
  const time = spent(course.timeSpent)
  return [
    { name: t`Learners`, value: decimal(students), note: notStarted(course) },
    { name: t`This week`, value: t`${active} active`, note: t`${time} spent in total` },
    { name: t`Average progress`, value: percent(averagePercentage), note: t`${completed} completed` },
    { name: t`At risk`, value: decimal(atRisk), note: t`may need your help` },
  ]
}

/** Figures also count learners who are in no list any more. */
const notStarted = ({ notStarted: n, erasedStudents }: CourseAnalytics) =>
  erasedStudents === 0
    ? t`${n} not started`
    : plural(erasedStudents, {
        one: `${n} not started; includes # deleted account`,
        other: `${n} not started; includes # deleted accounts`,
      })

const columnsFor = (students: number): Column<Schema<'ClassLesson'>>[] => [
  { id: 'lesson', label: t`Lesson`, place: 'lead', cell: (l) => `${l.position}. ${l.title}` },
  { id: 'begun', label: t`Started`, cell: (l) => l.begun },
  {
    id: 'completed',
    label: t`Completed`,
    cell: (l) => `${l.completed} (${percent((100 * l.completed) / Math.max(1, students))})`,
  },
  { id: 'time', label: t`Average time`, cell: (l) => (l.begun > 0 ? spent(l.averageTimeSpent) : '–') },
  {
    id: 'score',
    label: t`Average score`,
    cell: (l) => (typeof l.averageScore === 'number' ? percent(l.averageScore) : '–'),
  },
]
