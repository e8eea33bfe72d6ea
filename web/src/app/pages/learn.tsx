import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'

import { useSignedIn } from '@/features/account/api'
import { courseQuery, mayWatch } from '@/features/course/api'
import { courseVideosQuery } from '@/features/playback/api'
import { LearnPage } from '@/features/playback/learn-page'
import { TextLink } from '@/shared/link'

import { ToSignIn } from './to-sign-in'

const route = getRouteApi('/learn/$courseId/$videoId')

/** A lesson. Whoever is not signed in may watch previews and signs in for the rest. */
export function LearnRoute() {
  const { courseId, videoId } = route.useParams()
  const signedIn = useSignedIn()
  const course = useQuery(courseQuery(courseId))
  const lessons = useQuery(courseVideosQuery(courseId))
  const isPreview = lessons.data?.items.some((v) => v.videoId === videoId && v.isPreview)
  if (!signedIn && !lessons.isPending && !isPreview) return <ToSignIn />

  return (
    <LearnPage
      courseId={courseId}
      videoId={videoId}
      enrolled={course.data ? mayWatch(course.data) : signedIn}
      remembers={signedIn}
      crumb={
        <TextLink to="/courses/$courseId" params={{ courseId }}>
          {course.data?.title ?? 'The course'}
        </TextLink>
      }
    />
  )
}
