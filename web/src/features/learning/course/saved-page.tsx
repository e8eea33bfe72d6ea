import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Container, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { Empty } from '@/shared/empty'
import { ButtonLink } from '@/shared/link'
import { PageTitle } from '@/shared/page-title'
import { QueryView } from '@/shared/query-view'

import { savedCoursesQuery } from './api'
import { CourseCard } from './course-card'
import { CourseGrid, firstRow } from './course-grid'

/** The user's saved courses, last saved first. */
export function SavedPage() {
  const courses = useQuery(savedCoursesQuery())
  return (
    <Container size={1320} pt="lg">
      <PageTitle title={t`Saved courses`} mb="lg" />
      <QueryView
        query={courses}
        skeleton={<Skeleton height={280} radius="lg" />}
        isEmpty={(d) => d.items.length === 0}
        empty={
          <Empty
            title={t`No saved courses yet`}
            action={
              <ButtonLink to="/">
                <Trans>Find a course</Trans>
              </ButtonLink>
            }
          >
            <Trans>Select “Save for later” on a course page to keep the course here.</Trans>
          </Empty>
        }
      >
        {({ items }) => (
          <CourseGrid aria-label={t`Saved courses`}>
            {items.map((course, i) => (
              <CourseCard key={course.id} course={course} order={2} eager={i < firstRow} />
            ))}
          </CourseGrid>
        )}
      </QueryView>
    </Container>
  )
}
