import { useQuery } from '@tanstack/react-query'
import { courseQuery, mayWatch } from '@/features/learning/course/api'
import { useSignedIn } from '@/features/people/account/api'
import { courseVideosQuery } from '@/features/video/playback/api'
import { LearnPage } from '@/features/video/playback/learn-page'

import { CourseCrumb } from './course-crumb'
import { RedirectToSignIn } from './redirect-to-sign-in'

type Props = { courseId: string; videoId: string /** Whose position is kept. */; viewer: string | undefined }

/** A video of a course without a curriculum. Signed-out users may watch previews and must sign in for the rest. */
export function LearnVideo({ courseId, videoId, viewer }: Props) {
  const signedIn = useSignedIn()
  const course = useQuery(courseQuery(courseId))
  const lessons = useQuery(courseVideosQuery(courseId))
  const isPreview = lessons.data?.items.some((v) => v.videoId === videoId && v.isPreview)
  if (!signedIn && !lessons.isPending && !isPreview) return <RedirectToSignIn />
  return (
    <LearnPage
      courseId={courseId}
      videoId={videoId}
      enrolled={course.data ? mayWatch(course.data) : signedIn}
      viewer={viewer}
      crumb={<CourseCrumb courseId={courseId} />}
    />
  )
}
