import { Container, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import { courseQuery, isLearner } from '@/features/learning/course/api'
import { progressQuery, publishedQuery } from '@/features/learning/progress/api'
import { resumeAt } from '@/features/learning/progress/lesson-state'
import { useAccount, useSignedIn } from '@/features/people/account/api'
import { QueryView } from '@/shared/query-view'

import { LearnLesson } from './learn-lesson'
import { LearnVideo } from './learn-video'
import { RedirectToSignIn } from './redirect-to-sign-in'

const route = getRouteApi('/learn/$courseId/$videoId')

const skeleton = (
  <Container size={1320} pt="md">
    <Skeleton height={420} radius="lg" />
  </Container>
)

/**
 * A lesson, identified by its own id or by its video's. For a course without a curriculum, and for a video that is in
 * no lesson, the video is shown.
 */
export function LearnRoute() {
  const { courseId, videoId: id } = route.useParams()
  const { t: from } = route.useSearch()
  const signedIn = useSignedIn()
  const account = useAccount()
  const course = useQuery(courseQuery(courseId))
  const known = !course.isPending && (!signedIn || account !== undefined) // whose progress to show
  const learner = course.data && isLearner(course.data) ? account?.user.id : undefined
  const curriculum = useQuery({ ...publishedQuery(courseId, learner !== undefined), enabled: known })
  if (!known) return skeleton

  return (
    <QueryView query={curriculum} skeleton={skeleton} isSliced>
      {(c) => {
        const lesson = c.lessons.find((l) => l.id === id)
        if (lesson?.lock && !signedIn) return <RedirectToSignIn />
        if (lesson)
          return <LearnLesson {...{ courseId, learner, from }} key={`${id} ${from}`} lessonId={id} curriculum={c} />
        const shows = c.lessons.find((l) => l.video_id === id)
        if (shows)
          return (
            <Navigate
              to="/learn/$courseId/$videoId"
              params={{ courseId, videoId: shows.id }}
              search={{ t: from }}
              replace
            />
          )
        return <LearnVideo courseId={courseId} videoId={id} viewer={account?.user.id} />
      }}
    </QueryView>
  )
}

const resumeRoute = getRouteApi('/learn/$courseId/')

/** Redirects to where the user was last, on any device. */
export function ResumeRoute() {
  const { courseId } = resumeRoute.useParams()
  const course = useQuery(courseQuery(courseId))
  const enrolled = course.data?.enrollment !== undefined
  const curriculum = useQuery({ ...publishedQuery(courseId, enrolled), enabled: !course.isPending })
  const progress = useQuery({ ...progressQuery(courseId), enabled: enrolled })
  if (course.isPending || progress.isLoading) return skeleton
  return (
    <QueryView query={curriculum} skeleton={skeleton}>
      {(c) => {
        const to = resumeAt(c, progress.data)
        return to ? (
          <Navigate to="/learn/$courseId/$videoId" params={{ courseId, videoId: to.id }} replace />
        ) : (
          <Navigate to="/courses/$courseId" params={{ courseId }} replace />
        )
      }}
    </QueryView>
  )
}
