import '@mantine/core/styles.layer.css'

import { Container, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Navigate } from '@tanstack/react-router'

import { CompletionPage, CompletionSkeleton } from '@/features/learning/analytics/completion-page'
import { CourseCertificate } from '@/features/learning/certificate/course-certificate'
import { courseQuery } from '@/features/learning/course/api'
import { Outcomes } from '@/features/learning/course/course-facts'
import { NextCourses } from '@/features/learning/course/next-courses'
import { ownReviewQuery } from '@/features/learning/review/api'
import { OwnReview } from '@/features/learning/review/own-review'
import { CourseCover } from '@/shared/course-cover'
import { QueryView } from '@/shared/query-view'

const route = getRouteApi('/_signed-in/learn/$courseId/completed')

/** The end of a course, for those who have completed it. */
export function CourseCompletedRoute() {
  const { courseId } = route.useParams()
  const course = useQuery(courseQuery(courseId))
  const own = useQuery(ownReviewQuery(courseId))
  return (
    <QueryView
      query={course}
      isPage
      skeleton={
        <Container size={1100} pt="lg">
          <CompletionSkeleton />
        </Container>
      }
    >
      {(c) =>
        c.enrollment ? (
          <CompletionPage
            courseId={courseId}
            cover={<CourseCover title={c.title} cover={c.cover} sizes="(min-width: 48em) 352px, 92vw" eager />}
            outcomes={<Outcomes course={c} learned />}
            certificate={<CourseCertificate courseId={courseId} promised={c.is_certification} />}
            review={own.isPending ? <Skeleton height={340} radius="lg" /> : <OwnReview courseId={courseId} order={2} />}
            next={<NextCourses course={c} />}
          />
        ) : (
          <Navigate to="/courses/$courseId" params={{ courseId }} replace />
        )
      }
    </QueryView>
  )
}
