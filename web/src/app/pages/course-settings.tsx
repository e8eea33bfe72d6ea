import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'

import { courseQuery } from '@/features/learning/course/api'
import { SettingsPage } from '@/features/learning/course/settings-page'
import { weeksQuery } from '@/features/learning/curriculum/api'
import { FrameChoice } from '@/features/video/transcode/frame-choice'
import { VideoChoice } from '@/features/video/transcode/video-choice'

const route = getRouteApi('/_signed-in/teach/courses/$courseId/settings')

export function CourseSettingsRoute() {
  const navigate = route.useNavigate()
  const { courseId } = route.useParams()
  const { tab = 'details' } = route.useSearch()
  const course = useQuery(courseQuery(courseId))
  const weeks = useQuery(weeksQuery(courseId))
  if (!course.data) return null // the frame shows that it is loading
  return (
    <SettingsPage
      course={course.data}
      tab={tab}
      onTab={(next) => void navigate({ search: { tab: next }, replace: true, resetScroll: false })}
      onGone={() => void navigate({ to: '/teach' })}
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
