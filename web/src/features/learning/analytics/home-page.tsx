import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import type { Schema } from '@/api/client'
import { Empty } from '@/shared/empty'
import { spent } from '@/shared/format'
import { ButtonLink, TextLink } from '@/shared/link'
import { PageTitle } from '@/shared/page-title'
import { QueryView } from '@/shared/query-view'

import { type Home, homeQuery } from './api'
import { CourseRow } from './course-row'
import { DueList } from './due-list'
import classes from './home-page.module.css'
import { streakFigure } from './learning-summary'
import { ResumeCard } from './resume-card'

type Props = {
  /** What waits for the user, below the heading. */
  today: ReactNode
  /** A course in which the user can't learn yet, as an entry of a list. */
  pending: (course: Schema<'PendingCourse'>) => ReactNode
}

/** What a learner sees first: where to continue, what is due, the other courses, and what waits. */
export function HomePage({ today, pending }: Props) {
  const home = useQuery(homeQuery())
  return (
    <>
      <PageTitle title={t`Home`} mb="md" />
      {today}
      <QueryView
        query={home}
        skeleton={<HomeSkeleton />}
        isEmpty={(h) => h.coursesEnrolled === 0 && h.pending.length === 0}
        empty={
          <Empty title={t`No courses yet`} action={<BrowseCourses />}>
            <Trans>Enrol in a course to see your next lesson and what is due here.</Trans>
          </Empty>
        }
      >
        {(h) => (
          <div className={classes.columns}>
            <div className={classes.resume}>
              {h.resume ? <ResumeCard home={h} resume={h.resume} /> : <NothingOpen home={h} />}
            </div>
            <aside className={classes.aside}>
              <DueList lessons={h.due} />
              <Week home={h} />
            </aside>
            <div className={classes.rest}>
              <Courses home={h} />
              {h.pending.length > 0 && (
                <section aria-labelledby="pending">
                  <Title order={2} id="pending" size="h3" mb="sm">
                    <Trans>Pending</Trans>
                  </Title>
                  <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }} aria-labelledby="pending">
                    {h.pending.map(pending)}
                  </Stack>
                </section>
              )}
            </div>
          </div>
        )}
      </QueryView>
    </>
  )
}

const BrowseCourses = () => (
  <ButtonLink to="/courses">
    <Trans>Browse courses</Trans>
  </ButtonLink>
)

/** Shown instead of a lesson to continue with. */
function NothingOpen({ home: { courses, coursesEnrolled } }: { home: Home }) {
  if (courses.length > 0) {
    return (
      <Empty title={t`No lesson is open`} action={<BrowseCourses />}>
        <Trans>Your courses have no open lesson at the moment. The course page says when the next one opens.</Trans>
      </Empty>
    )
  }
  return (
    <Empty title={coursesEnrolled > 0 ? t`All courses completed` : t`No courses yet`} action={<BrowseCourses />}>
      <Trans>Enrol in a course to see your next lesson and what is due here.</Trans>
    </Empty>
  )
}

function Week({ home: { week, streak } }: { home: Home }) {
  const lessons = week.completedLessons
  const figures = [
    streakFigure(streak),
    {
      name: t`This week`,
      value: spent(week.timeSpent),
      note: plural(lessons, { one: '# lesson completed', other: '# lessons completed' }),
    },
  ]
  return (
    <Paper component="section" withBorder p="md" bg="var(--card)" aria-label={t`Your progress`}>
      <dl className={classes.figures}>
        {figures.map(({ name, value, note }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <b>{value}</b>
              <span>{note}</span>
            </dd>
          </div>
        ))}
      </dl>
    </Paper>
  )
}

/** The courses besides the one to continue with. */
function Courses({ home: { courses, resume, coursesEnrolled } }: { home: Home }) {
  const others = courses.filter(({ courseId }) => courseId !== resume?.courseId)
  if (coursesEnrolled === 0) return null
  return (
    <section aria-labelledby="courses">
      <Group justify="space-between" align="baseline" mb="sm">
        <Title order={2} id="courses" size="h3">
          <Trans>Your courses</Trans>
        </Title>
        <TextLink to="/app/courses">
          {plural(coursesEnrolled, { one: 'Show # course', other: 'Show all # courses' })}
        </TextLink>
      </Group>
      {others.length > 0 ? (
        <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }} aria-labelledby="courses">
          {others.map((course) => (
            <CourseRow key={course.courseId} course={course} />
          ))}
        </Stack>
      ) : (
        <Text c="dimmed">
          <Trans>No other courses in progress.</Trans>
        </Text>
      )}
    </section>
  )
}

const HomeSkeleton = () => (
  <div className={classes.columns}>
    <div className={classes.resume}>
      <Skeleton className={classes.card} radius="lg" />
    </div>
    <div className={classes.aside}>
      <Skeleton height={180} radius="lg" />
      <Skeleton height={112} radius="lg" />
    </div>
    <div className={classes.rest}>
      <Skeleton height={220} radius="lg" />
    </div>
  </div>
)
