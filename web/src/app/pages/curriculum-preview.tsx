import { Trans } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'

import { AssignmentPreview } from '@/features/learning/assignment/assignment-lesson'
import { videoOf } from '@/features/learning/curriculum/content'
import type { Players } from '@/features/learning/curriculum/lesson-body'
import { PreviewPage } from '@/features/learning/curriculum/preview-page'
import { QuizPreview } from '@/features/learning/quiz/quiz-preview'
import { InlineVideo } from '@/features/video/playback/inline-video'
import { TextLink } from '@/shared/link'

const route = getRouteApi('/_signed-in/teach/courses/$courseId_/preview')

const players: Players = {
  video: ({ content, title }) => <InlineVideo videoId={videoOf(content)} title={title} />,
  quiz: ({ courseId, lessonId }) => <QuizPreview courseId={courseId} lessonId={lessonId} />,
  assignment: ({ lessonId }) => <AssignmentPreview lessonId={lessonId} />,
}

export function CurriculumPreviewRoute() {
  const { courseId } = route.useParams()
  const { lesson } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <PreviewPage
      courseId={courseId}
      lesson={lesson}
      players={players}
      onLesson={(next) => void navigate({ search: { lesson: next }, resetScroll: false })}
      crumb={
        <TextLink to="/teach/courses/$courseId/curriculum" params={{ courseId }}>
          <Trans>Back to curriculum</Trans>
        </TextLink>
      }
    />
  )
}
