import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { courseQuery, taughtCoursesQuery } from '@/features/learning/course/api'
import { useAccount } from '@/features/people/account/api'
import { AnalyticsPanel } from '@/features/video/playback/analytics-panel'
import { CaptionsPanel } from '@/features/video/playback/captions-panel'
import { ChaptersPanel } from '@/features/video/playback/chapters-panel'
import { VideosPage } from '@/features/video/transcode/videos-page'
import { ReplaceFile } from '@/features/video/upload/upload-in-place'
import { UploadPanel } from '@/features/video/upload/upload-panel'
import { Empty } from '@/shared/empty'
import { ButtonLink } from '@/shared/link'

import { given } from '../search'

const route = getRouteApi('/_signed-in/teach/_area/videos')
const ofCourse = getRouteApi('/_signed-in/teach/courses/$courseId/videos')

export function VideosRoute() {
  const search = given(route.useSearch())
  const navigate = route.useNavigate()
  const owner = useAccount()?.user.id
  const courses = useQuery(taughtCoursesQuery()).data?.items

  return (
    <VideosPage
      view={search}
      onView={(next) => void navigate({ search: next, resetScroll: false })}
      courses={courses ?? []}
      panels={panels}
      upload={<Upload owner={owner} courses={courses} courseId={search.courseId} />}
    />
  )
}

/** The library of one course, in its workspace. */
export function CourseVideosRoute() {
  const { courseId } = ofCourse.useParams()
  const { courseId: _, ...search } = given(ofCourse.useSearch())
  const navigate = ofCourse.useNavigate()
  const owner = useAccount()?.user.id
  const course = useQuery(courseQuery(courseId)).data
  return (
    <VideosPage
      view={{ ...search, courseId }}
      onView={({ courseId: __, ...next }) => void navigate({ search: next, resetScroll: false })}
      panels={panels}
      upload={course && <UploadPanel owner={owner} courses={[course]} />}
    />
  )
}

const panels: Parameters<typeof VideosPage>[0]['panels'] = ({ videoId, courseId, durationMs }) => ({
  file: <File courseId={courseId} videoId={videoId} />,
  chapters: <ChaptersPanel videoId={videoId} duration={durationMs / 1000} />,
  captions: <CaptionsPanel videoId={videoId} />,
  analytics: <AnalyticsPanel videoId={videoId} />,
})

function File(video: { courseId: string; videoId: string }) {
  const owner = useAccount()?.user.id
  return owner && <ReplaceFile owner={owner} {...video} />
}

type Props = {
  // Both are undefined while they load.
  owner: string | undefined
  courses: { id: string; title: string }[] | undefined
  courseId: string | undefined
}

function Upload({ owner, courses, courseId }: Props) {
  if (courses?.length === 0) {
    return (
      <Empty
        title={t`Create a course first`}
        action={
          <ButtonLink to="/teach/courses/new">
            <Trans>Create course</Trans>
          </ButtonLink>
        }
      >
        <Trans>Videos belong to a course. Once you have one, upload its videos here.</Trans>
      </Empty>
    )
  }
  return <UploadPanel key={courseId} owner={owner} courses={courses} {...(courseId && { courseId })} />
}
