import '@mantine/core/styles.layer.css'

import { useMemo, useRef } from 'react'

import { AssignmentLesson } from '@/features/assignment/assignment-lesson'
import { videoOf } from '@/features/curriculum/content'
import { LessonBody, type Players } from '@/features/curriculum/lesson-body'
import { VideoLesson } from '@/features/playback/video-lesson'
import type { Published } from '@/features/progress/api'
import { LessonPage } from '@/features/progress/lesson-page'
import { QuizLesson } from '@/features/quiz/quiz-lesson'

import { CourseCrumb } from './course-crumb'

type Props = { courseId: string; lessonId: string; curriculum: Published; learner: string | undefined }

/** A lesson of a course with a curriculum: what each feature knows of it, put together. */
export function LearnLesson({ courseId, lessonId, curriculum, learner }: Props) {
  const film = useRef<HTMLVideoElement>(null)
  const players: Players = useMemo(
    () => ({
      video: ({ content, title }) => (
        <VideoLesson videoId={videoOf(content)} title={title} viewer={learner} film={film} />
      ),
      quiz: QuizLesson,
      assignment: AssignmentLesson,
    }),
    [learner],
  )
  return (
    <LessonPage
      {...{ courseId, lessonId, curriculum, learner }}
      crumb={<CourseCrumb courseId={courseId} />}
      body={(lesson) => <LessonBody courseId={courseId} lesson={lesson} players={players} />}
    />
  )
}
