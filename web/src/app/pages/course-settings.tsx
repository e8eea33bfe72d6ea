import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'

import { EditorPage } from '@/features/learning/course/editor-page'
import { weeksQuery } from '@/features/learning/curriculum/api'
import { FrameChoice } from '@/features/video/transcode/frame-choice'
import { VideoChoice } from '@/features/video/transcode/video-choice'

const route = getRouteApi('/_signed-in/teach/courses/$courseId/settings')

export function CourseSettingsRoute() {
  const navigate = useNavigate()
  const { courseId } = route.useParams()
  const weeks = useQuery(weeksQuery(courseId))
  return (
    <EditorPage
      courseId={courseId}
      onGone={() => void navigate({ to: '/teach/courses' })}
      recordings={{
        weeks: weeks.data ?? [],
        videoField: (chosen, onChoose, error) => (
          <VideoChoice courseId={courseId} chosen={chosen} onChoose={onChoose} error={error} />
        ),
      }}
      cover={{
        frameField: (chosen, onChoose) => <FrameChoice courseId={courseId} chosen={chosen} onChoose={onChoose} />,
      }}
    />
  )
}
