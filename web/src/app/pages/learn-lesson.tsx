import '@mantine/core/styles.layer.css'

import { SimpleGrid } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'

import { useAccount, useSignedIn } from '@/features/account/api'
import { AssignmentLesson } from '@/features/assignment/assignment-lesson'
import { courseQuery } from '@/features/course/api'
import { videoOf } from '@/features/curriculum/content'
import { LessonBody, type Players } from '@/features/curriculum/lesson-body'
import { Comments } from '@/features/discussion/comments'
import { Notes } from '@/features/note/notes'
import { VideoLesson } from '@/features/playback/video-lesson'
import type { Published } from '@/features/progress/api'
import { LessonPage } from '@/features/progress/lesson-page'
import { QuizLesson } from '@/features/quiz/quiz-lesson'

import { CourseCrumb } from './course-crumb'

type Props = { courseId: string; lessonId: string; curriculum: Published; learner: string | undefined }

/** A lesson of a course with a curriculum: what each feature knows of it, put together. */
export function LearnLesson({ courseId, lessonId, curriculum, learner }: Props) {
  const signedIn = useSignedIn()
  const owner = useAccount()?.user.id
  const staff = useQuery(courseQuery(courseId)).data?.can_teach ?? false
  const film = useRef<HTMLVideoElement>(null)
  const players: Players = useMemo(
    () => ({
      video: ({ content, title }) => (
        <VideoLesson videoId={videoOf(content)} title={title} viewer={learner} film={film} />
      ),
      quiz: (lesson) => <QuizLesson lessonId={lesson.lessonId} owner={owner} />,
      assignment: (lesson) => <AssignmentLesson lessonId={lesson.lessonId} owner={owner} />,
    }),
    [learner, owner],
  )
  return (
    <LessonPage
      {...{ courseId, lessonId, curriculum, learner }}
      crumb={<CourseCrumb courseId={courseId} />}
      body={(lesson) => <LessonBody courseId={courseId} lesson={lesson} players={players} />}
      beside={(lesson) =>
        signedIn && (
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl" mt="xl">
            <Notes courseId={courseId} lessonId={lesson.id} film={lesson.type === 'video' ? film : undefined} />
            <Comments lessonId={lesson.id} staff={staff} />
          </SimpleGrid>
        )
      }
    />
  )
}
