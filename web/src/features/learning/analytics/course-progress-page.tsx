import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Container, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { ButtonLink } from '@/shared/link'
import { PageHead } from '@/shared/page-head'
import { QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'

import { enhancedCourseQuery } from './api'
import { CourseDetail } from './course-detail'
import { Leaderboard } from './leaderboard'

/** The user's progress in one of their courses. */
export function CourseProgressPage({ courseId }: { courseId: string }) {
  const course = useQuery(enhancedCourseQuery(courseId))
  const title = course.data?.title
  return (
    <Container size={1100} pt="lg">
      <PageHead
        title={t`Progress`}
        lead={title ? t`Your progress in “${title}”` : <Skeleton component="span" display="block" w={240} h="1lh" />}
      >
        <ButtonLink to="/courses/$courseId" params={{ courseId }} variant="default">
          <Trans>Course page</Trans>
        </ButtonLink>
        <ButtonLink to="/learn/$courseId" params={{ courseId }}>
          {course.data?.startedAt ? t`Continue learning` : t`Start learning`}
        </ButtonLink>
      </PageHead>
      <QueryView query={course} skeleton={<Rows height={90} />}>
        {(c) => (
          <Stack gap="xl">
            <CourseDetail detail={c} />
            <Leaderboard courseId={courseId} />
          </Stack>
        )}
      </QueryView>
    </Container>
  )
}
