import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Container, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconCircleCheckFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import type { Schema } from '@/api/client'
import { type Column, DataTable } from '@/shared/data-table'
import { FigureList, type FigureOf } from '@/shared/figure-list'
import { decimal, list, percent, spent, toDay } from '@/shared/format'
import { ButtonLink, TextLink } from '@/shared/link'
import { PageTitle } from '@/shared/page-title'
import { QueryView } from '@/shared/query-view'

import { type EnhancedCourseDetail, enhancedCourseQuery } from './api'
import classes from './completion-page.module.css'

type Standing = Schema<'LessonStanding'>

type Props = {
  courseId: string
  cover: ReactNode
  /** What the course taught. */
  outcomes: ReactNode
  certificate: ReactNode
  /** What the learner thinks of the course. */
  review: ReactNode
  /** Where to learn next. */
  next: ReactNode
}

/** What a learner has achieved in a course that they have completed; others are led to the course. */
export function CompletionPage({ courseId, ...slots }: Props) {
  const course = useQuery(enhancedCourseQuery(courseId))
  const isOutdated = course.isFetching && !course.data?.completedAt // it may have been completed since it was cached
  return (
    <Container size={1100} pt="lg">
      <QueryView query={isOutdated ? { ...course, data: undefined } : course} skeleton={<CompletionSkeleton />} isPage>
        {(c) =>
          c.completedAt ? (
            <Completion course={c} completedAt={c.completedAt} {...slots} />
          ) : (
            <Navigate to="/courses/$courseId" params={{ courseId }} replace />
          )
        }
      </QueryView>
    </Container>
  )
}

export const CompletionSkeleton = () => (
  <Stack gap="xl">
    <Skeleton height={220} radius="lg" />
    <Skeleton height={180} radius="lg" />
  </Stack>
)

type CompletionProps = Omit<Props, 'courseId'> & { course: EnhancedCourseDetail; completedAt: string }

function Completion({ course, completedAt, cover, outcomes, certificate, review, next }: CompletionProps) {
  const { courseId, title } = course
  const day = toDay(completedAt)
  const scored = course.lessons.filter(isScored)
  return (
    <Stack gap="xl">
      <Paper withBorder bg="var(--card)" className={classes.head}>
        <div className={classes.cover}>{cover}</div>
        <div className={classes.words}>
          <IconCircleCheckFilled size={40} aria-hidden="true" className={classes.sign} />
          <PageTitle title={t`Course completed`} />
          <Text size="lg">
            <Trans>
              You completed “{title}” on {day}.
            </Trans>
          </Text>
          <NewLessons course={course} />
          <Group gap="sm" mt="sm">
            <ButtonLink to="/learn/$courseId" params={{ courseId }} variant="default">
              <Trans>Review lessons</Trans>
            </ButtonLink>
            <TextLink to="/progress/$courseId" params={{ courseId }}>
              <Trans>Progress by lesson</Trans>
            </TextLink>
          </Group>
        </div>
      </Paper>
      {certificate}
      {review}
      <FigureList figures={figuresOf(course, scored)} />
      {outcomes}
      {scored.length > 0 && (
        <section aria-labelledby="results">
          <Title order={2} id="results" size="h3" mb="sm">
            <Trans>Results</Trans>
          </Title>
          <DataTable label={t`Results`} columns={resultColumns()} rows={scored} idOf={(l) => l.lessonId} />
        </section>
      )}
      {next}
    </Stack>
  )
}

/** A course stays completed when lessons are added to it. */
function NewLessons({ course: { requiredLessons, completedLessons } }: { course: EnhancedCourseDetail }) {
  const open = requiredLessons - completedLessons
  if (open <= 0) return null
  return (
    <Text c="dimmed">
      {plural(open, {
        one: '# required lesson has been added or reopened since.',
        other: '# required lessons have been added or reopened since.',
      })}
    </Text>
  )
}

type Scored = Standing & { score: number }

const isScored = (lesson: Standing): lesson is Scored => lesson.score !== null

function figuresOf({ completedLessons, requiredLessons, timeSpent, skills }: EnhancedCourseDetail, scored: Scored[]) {
  const figures: FigureOf[] = [
    {
      name: t`Lessons completed`,
      value: decimal(completedLessons),
      note: plural(requiredLessons, { one: 'of # required', other: 'of # required' }),
    },
    { name: t`Time spent`, value: spent(timeSpent) },
  ]
  if (scored.length > 0) {
    const mean = scored.reduce((sum, { score }) => sum + score, 0) / scored.length
    figures.push({
      name: t`Average result`,
      value: percent(mean),
      note: plural(scored.length, { one: 'of # lesson with a score', other: 'of # lessons with a score' }),
    })
  }
  if (skills.length > 0) {
    figures.push({ name: t`Skills`, value: decimal(skills.length), note: list(skills.map(({ skill }) => skill)) })
  }
  return figures
}

const resultColumns = (): Column<Scored>[] => [
  { id: 'lesson', label: t`Lesson`, place: 'lead', cell: (l) => `${l.position}. ${l.title}` },
  { id: 'score', label: t`Best score`, cell: (l) => percent(l.score) },
  { id: 'completed', label: t`Completed on`, cell: (l) => (l.completedAt ? toDay(l.completedAt) : '–') },
]
