import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Paper, Progress, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

import type { Schema } from '@/api/client'
import { type Column, DataTable } from '@/shared/data-table'
import { FigureList } from '@/shared/figure-list'
import { decimal, list, percent, spent, toDay } from '@/shared/format'

import type { EnhancedCourseDetail } from './api'
import { forecastText, statusLabels } from './labels'
import { streakFigure } from './learning-summary'
import { WeekChart } from './week-chart'

export type Standing = Schema<'LessonStanding'>

type Props = {
  detail: EnhancedCourseDetail
  /** The way to what the learner has handed in for a lesson. */
  work?: (lesson: Standing) => ReactNode
}

/** The progress of a student in a course: in all, by week, and lesson by lesson. */
export function CourseDetail({ detail, work }: Props) {
  const { completedLessons, requiredLessons, progressPercentage: done, timeSpent, streak, skills, title } = detail
  return (
    <Stack>
      <FigureList
        figures={[
          {
            name: t`Progress`,
            value: typeof done === 'number' ? percent(done) : '–',
            note: plural(requiredLessons, {
              one: `${completedLessons} of # lesson`,
              other: `${completedLessons} of # lessons`,
            }),
          },
          { name: t`Time spent`, value: spent(timeSpent) },
          streakFigure(streak),
          { name: t`Skills`, value: decimal(skills.length), note: list(skills.map(({ skill }) => skill)) },
        ]}
      />
      {typeof done === 'number' && (
        <Progress.Root size="md" radius="xl">
          <Progress.Section value={done} aria-label={t`Progress in ${title}`} />
        </Progress.Root>
      )}
      <Text c="dimmed">{forecastText(detail.forecast)}</Text>
      <Paper withBorder p="md" bg="var(--card)">
        <WeekChart weeks={detail.weeks} />
      </Paper>
      <Title order={2} size="h3">
        <Trans>Lessons</Trans>
      </Title>
      <DataTable label={t`Lessons`} columns={columns(work)} rows={detail.lessons} idOf={(l) => l.lessonId} />
    </Stack>
  )
}

const columns = (work: Props['work']): Column<Standing>[] => [
  {
    id: 'lesson',
    label: t`Lesson`,
    place: 'lead',
    cell: (l) => `${l.position}. ${l.title}`,
  },
  {
    id: 'status',
    label: t`Status`,
    cell: (l) => (
      <>
        {t(statusLabels[l.status])}
        {l.status === 'in_progress' && ` · ${percent(l.progressPercentage)}`}
      </>
    ),
  },
  { id: 'time', label: t`Time spent`, cell: (l) => (l.timeSpent > 0 ? spent(l.timeSpent) : '–') },
  { id: 'score', label: t`Best score`, cell: (l) => (typeof l.score === 'number' ? percent(l.score) : '–') },
  { id: 'completed', label: t`Completed on`, cell: (l) => (l.completedAt ? toDay(l.completedAt) : '–') },
  ...(work ? [{ id: 'work', label: t`Work`, place: 'end' as const, cell: work }] : []),
]
