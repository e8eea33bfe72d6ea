import { t } from '@lingui/core/macro'
import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, useCallback } from 'react'
import { AssignmentEditor } from '@/features/learning/assignment/assignment-editor'
import { taughtCoursesQuery } from '@/features/learning/course/api'
import type { Editors } from '@/features/learning/curriculum/builder'
import { BuilderPage } from '@/features/learning/curriculum/builder-page'
import { videoOf } from '@/features/learning/curriculum/content'
import { ownEditors } from '@/features/learning/curriculum/editors'
import { QuizEditor } from '@/features/learning/quiz/quiz-editor'
import { useAccount } from '@/features/people/account/api'
import { LessonChapters } from '@/features/video/playback/chapters-panel'
import { InlineVideo } from '@/features/video/playback/inline-video'
import { VideoChoice } from '@/features/video/transcode/video-choice'
import { UploadInPlace } from '@/features/video/upload/upload-in-place'
import type { LessonEditorProps } from '@/shared/lesson-editor'

import { CourseSetup } from './course-setup'

const route = getRouteApi('/_signed-in/teach/courses/$courseId/curriculum')

/** The editor for each kind of lesson. Lessons of a kind without an editor cannot be added in the builder. */
const editors: Editors = { ...ownEditors, video: VideoEditor, quiz: QuestionsEditor, assignment: AssignmentEditor }

export function CurriculumRoute() {
  const { courseId } = route.useParams()
  const { lesson } = route.useSearch()
  const navigate = route.useNavigate()
  const owner = useAccount()?.user.id
  const taught = useQuery(taughtCoursesQuery())
  if (!owner) return null
  return (
    <>
      <CourseSetup courseId={courseId} />
      <BuilderPage
        courseId={courseId}
        owner={owner}
        editors={editors}
        courses={taught.data?.items ?? []}
        lesson={lesson}
        onLesson={(next) => void navigate({ search: { lesson: next }, resetScroll: false, replace: true })}
      />
    </>
  )
}

const RichField = lazy(() => import('@/features/learning/curriculum/editors/rich-field'))

function QuestionsEditor(props: LessonEditorProps) {
  return <QuizEditor {...props} field={RichField} />
}

/** Chooses a video of the library, or uploads one. */
function VideoEditor({ courseId, lessonId, content, onChange, errors }: LessonEditorProps) {
  const owner = useAccount()?.user.id
  const chosen = videoOf(content)
  const choose = useCallback((video_id: string) => onChange({ video_id }), [onChange])
  return (
    <Stack gap="md">
      <VideoChoice courseId={courseId} chosen={chosen} onChoose={choose} error={errors['content.video_id']} />
      {owner && <UploadInPlace {...{ owner, courseId, lessonId }} onUploaded={choose} hasVideo={chosen !== ''} />}
      {chosen && <InlineVideo key={chosen} videoId={chosen} title={t`Lesson video`} />}
      {chosen && <LessonChapters key={chosen} videoId={chosen} />}
    </Stack>
  )
}
