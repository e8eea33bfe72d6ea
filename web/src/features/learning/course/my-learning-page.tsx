import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Container, SimpleGrid, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { Empty } from '@/shared/empty'
import type { EnrolmentStatus } from '@/shared/enrolment-status'
import { toDay } from '@/shared/format'
import { ButtonLink } from '@/shared/link'
import { PageTitle } from '@/shared/page-title'
import { QueryView } from '@/shared/query-view'

import { myCoursesQuery } from './api'
import { CourseCard } from './course-card'
import { CourseGrid, courseColumns, firstRow } from './course-grid'
import { Invitation } from './invitation'
import { waitingTexts } from './labels'

type Props = {
  /** Shown above the courses. */
  head?: ReactNode
  /** Shown at the bottom of a course's card; nothing while it loads. */
  foot?: (courseId: string) => ReactNode
}

/** The courses in which the user is enrolled, newest enrollment first. */
export function MyLearningPage({ head, foot }: Props) {
  const courses = useQuery(myCoursesQuery())
  return (
    <Container size={1320} pt="lg">
      <PageTitle title={t`My learning`} mb="lg" />
      {head}
      <QueryView
        query={courses}
        skeleton={
          <SimpleGrid cols={courseColumns} spacing="lg">
            <Skeleton height={280} radius="lg" />
            <Skeleton height={280} radius="lg" />
          </SimpleGrid>
        }
        isEmpty={(d) => d.items.length === 0}
        empty={
          <Empty
            title={t`No courses yet`}
            action={
              <ButtonLink to="/">
                <Trans>Find a course</Trans>
              </ButtonLink>
            }
          >
            <Trans>Courses you enrol in appear here, so that you can continue where you stopped.</Trans>
          </Empty>
        }
      >
        {({ items }) => (
          <CourseGrid aria-label={t`My courses`}>
            {items.map(({ id, course, createdAt, status }, i) => (
              <CourseCard
                key={id}
                course={course}
                order={2}
                eager={i < firstRow}
                foot={waitingFoot(status, course.id) ?? foot?.(course.id) ?? <EnrolledSince at={createdAt} />}
              />
            ))}
          </CourseGrid>
        )}
      </QueryView>
    </Container>
  )
}

/** Why the user cannot learn in the course yet or any more, if that is so. */
function waitingFoot(status: EnrolmentStatus, courseId: string) {
  const waiting = waitingTexts[status]
  if (!waiting) return null
  return (
    <>
      <Text size="sm">{t(waiting)}</Text>
      {status === 'invited' && <Invitation courseId={courseId} />}
    </>
  )
}

function EnrolledSince({ at }: { at: string }) {
  const day = toDay(at)
  return (
    <Text size="xs" c="dimmed">
      <Trans>Enrolled on {day}</Trans>
    </Text>
  )
}
