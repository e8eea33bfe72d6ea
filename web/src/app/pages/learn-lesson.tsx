import { SimpleGrid } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { type RefObject, useMemo, useRef } from 'react'
import { AssignmentLesson } from '@/features/learning/assignment/assignment-lesson'
import { courseQuery } from '@/features/learning/course/api'
import { videoOf } from '@/features/learning/curriculum/content'
import { LessonBody, type Players } from '@/features/learning/curriculum/lesson-body'
import { Comments } from '@/features/learning/discussion/comments'
import { Notes } from '@/features/learning/note/notes'
import { openLessonQuery, type Published } from '@/features/learning/progress/api'
import { LessonPage } from '@/features/learning/progress/lesson-page'
import { QuizLesson } from '@/features/learning/quiz/quiz-lesson'
import { ReviewPrompt } from '@/features/learning/review/review-prompt'
import { useAccount, useSignedIn } from '@/features/people/account/api'
import { VideoLesson } from '@/features/video/playback/video-lesson'

import { CourseCrumb } from './course-crumb'

type Props = {
  courseId: string
  lessonId: string
  curriculum: Published
  learner: string | undefined
  /** Where its video begins, in seconds, instead of where the learner stopped. */
  from: number | undefined
}

/** A lesson of a course with a curriculum, composed of what several features show of it. */
export function LearnLesson({ courseId, lessonId, curriculum, learner, from }: Props) {
  const signedIn = useSignedIn()
  const owner = useAccount()?.user.id
  const staff = useQuery(courseQuery(courseId)).data?.can_teach ?? false
  const videoRef = useRef<HTMLVideoElement>(null)
  const players: Players = useMemo(
    () => ({
      video: ({ content, title, lessonId: id }) => (
        <LessonVideo {...{ courseId, title, learner, from, videoRef }} lessonId={id} videoId={videoOf(content)} />
      ),
      quiz: (lesson) => <QuizLesson lessonId={lesson.lessonId} owner={owner} />,
      assignment: (lesson) => <AssignmentLesson lessonId={lesson.lessonId} owner={owner} />,
    }),
    [courseId, learner, owner, from],
  )
  const navigate = useNavigate()
  const lessons = {
    base: `/learn/${courseId}/`,
    open: (next: string) => void navigate({ to: '/learn/$courseId/$videoId', params: { courseId, videoId: next } }),
  }
  return (
    <LessonPage
      {...{ courseId, lessonId, curriculum, learner }}
      crumb={<CourseCrumb courseId={courseId} />}
      body={(lesson) => <LessonBody courseId={courseId} lesson={lesson} players={players} lessons={lessons} />}
      beside={(lesson) =>
        signedIn && (
          <>
            <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl" mt="xl">
              <Notes
                courseId={courseId}
                lessonId={lesson.id}
                videoRef={lesson.type === 'video' ? videoRef : undefined}
              />
              <Comments lessonId={lesson.id} staff={staff} />
            </SimpleGrid>
            {learner && <ReviewPrompt courseId={courseId} />}
          </>
        )
      }
    />
  )
}

type LessonVideoProps = {
  courseId: string
  lessonId: string
  videoId: string
  title: string
  learner: string | undefined
  from: number | undefined
  videoRef: RefObject<HTMLVideoElement | null>
}

/** The video of a lesson, with the next lesson at its end. */
function LessonVideo({ courseId, lessonId, learner, ...video }: LessonVideoProps) {
  const navigate = useNavigate()
  const autoPlay = useLocation({ select: ({ state }) => state.play === true })
  const next = useQuery(openLessonQuery(courseId, lessonId)).data?.next
  const open = ({ play }: { play: boolean }) =>
    next && void navigate({ to: '/learn/$courseId/$videoId', params: { courseId, videoId: next.id }, state: { play } })
  return (
    <VideoLesson
      {...video}
      viewer={learner}
      autoPlay={autoPlay}
      next={next && !next.lock ? { title: next.title, open } : undefined}
    />
  )
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The viewer came from the end of a video: the next one plays by itself. */
    play?: boolean
  }
}
