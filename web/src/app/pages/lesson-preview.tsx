import '@mantine/core/styles.layer.css'

import { t } from '@lingui/core/macro'
import { Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'

import { videoOf } from '@/features/learning/curriculum/content'
import { LessonBody, type Players } from '@/features/learning/curriculum/lesson-body'
import { type LessonEntry, openLessonQuery } from '@/features/learning/progress/api'
import { InlineVideo } from '@/features/video/playback/inline-video'
import { Dialog } from '@/shared/dialog'
import { QueryView } from '@/shared/query-view'

const players: Players = {
  video: ({ content, title }) => <InlineVideo videoId={videoOf(content)} title={title} autoPlay />,
}

type Props = { courseId: string; lesson: LessonEntry; onClose: () => void }

/** A lesson of a course in a dialog, for those who are not enrolled. */
export default function LessonPreview({ courseId, lesson, onClose }: Props) {
  const opened = useQuery(openLessonQuery(courseId, lesson.id))
  const navigate = useNavigate()
  const onPhone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  const lessons = {
    base: `/learn/${courseId}/`,
    open: (next: string) => void navigate({ to: '/learn/$courseId/$videoId', params: { courseId, videoId: next } }),
  }
  return (
    <Dialog title={lesson.title} size="xl" fullScreen={onPhone} closeLabel={t`Close`} onClose={onClose}>
      <QueryView query={opened} skeleton={<Skeleton radius="lg" style={{ aspectRatio: '16 / 9' }} />}>
        {(found) => <LessonBody courseId={courseId} lesson={found} players={players} lessons={lessons} />}
      </QueryView>
    </Dialog>
  )
}
