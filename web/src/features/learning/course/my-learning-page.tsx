import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Container, SimpleGrid, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { Empty } from '@/shared/empty'
import { ago } from '@/shared/format'
import { ButtonLink } from '@/shared/link'
import { PageTitle } from '@/shared/page-title'
import { QueryView } from '@/shared/query-view'

import { myCoursesQuery } from './api'
import { CourseCard } from './course-card'
import { CourseGrid, courseColumns } from './course-grid'
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
            title={t`Nothing here yet`}
            action={
              <ButtonLink to="/">
                <Trans>Find a course</Trans>
              </ButtonLink>
            }
          >
            <Trans>The courses that you enrol in wait for you here, each at the place where you stopped.</Trans>
          </Empty>
        }
      >
        {({ items }) => (
          <CourseGrid aria-label={t`My courses`}>
            {items.map(({ id, course, createdAt, status }) => (
              <CourseCard
                key={id}
                course={course}
                order={2}
                foot={
                  (waitingTexts[status] && (
                    <>
                      <Text size="sm">{waitingTexts[status]}</Text>
                      {status === 'invited' && <Invitation courseId={course.id} />}
                    </>
                  )) ??
                  foot?.(course.id) ?? (
                    <Text size="xs" c="dimmed">
                      <Trans>Enrolled {ago(createdAt).toLowerCase()}</Trans>
                    </Text>
                  )
                }
              />
            ))}
          </CourseGrid>
        )}
      </QueryView>
    </Container>
  )
}
