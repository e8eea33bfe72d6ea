import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useLocation } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'

import { AskAboutCourse } from '@/features/commerce/lead/ask-about-course'
import { OverdueCourse, useOverduePlan } from '@/features/commerce/order/overdue'
import { type CourseDetail, courseQuery, mayWatch } from '@/features/learning/course/api'
import { CoursePage } from '@/features/learning/course/course-page'
import { type LessonEntry, publishedQuery } from '@/features/learning/progress/api'
import { CourseCurriculum } from '@/features/learning/progress/course-curriculum'
import { PreviewButton } from '@/features/learning/progress/preview-button'
import { StartButton } from '@/features/learning/progress/start-button'
import { useSignedIn } from '@/features/people/account/api'
import { courseVideosQuery } from '@/features/video/playback/api'
import { CourseLessons } from '@/features/video/playback/course-lessons'

import { usePerson } from './contact'

const Reviews = lazy(() => import('./course-reviews'))
const CourseBatches = lazy(() => import('@/features/teaching/batch/course-batches'))
const LessonPreview = lazy(() => import('./lesson-preview'))

const route = getRouteApi('/courses/$courseId')

const isEnrolled = (course: CourseDetail) => course.enrollment !== undefined && mayWatch(course)

export function CourseRoute() {
  const { courseId } = route.useParams()
  const { href } = useLocation()
  const signedIn = useSignedIn()
  const { person } = usePerson()
  const course = useQuery(courseQuery(courseId)).data
  const overdue = useOverduePlan(courseId, signedIn && course?.enrollment?.status === 'withdrawn')
  const [preview, setPreview] = useState<LessonEntry>()
  return (
    <>
      <CoursePage
        courseId={courseId}
        signedIn={signedIn}
        here={href}
        overdue={overdue && <OverdueCourse plan={overdue} />}
        preview={(course) => !mayWatch(course) && <PreviewButton courseId={courseId} onPreview={setPreview} />}
        start={(course) => isEnrolled(course) && <StartButton courseId={courseId} />}
        lessons={(course) => (
          <CourseCurriculum
            courseId={courseId}
            enrolled={isEnrolled(course)}
            otherwise={<CourseLessons courseId={courseId} enrolled={mayWatch(course)} />}
            onPreview={setPreview}
          />
        )}
        afterLessons={(course, children) => <AfterLessons course={course}>{children}</AfterLessons>}
        batches={
          <Suspense>
            <CourseBatches courseId={courseId} />
          </Suspense>
        }
        ask={(course) => !course.can_teach && <AskAboutCourse course={course} person={person} />}
        reviews={(course) => (
          <Suspense fallback={<Skeleton height={320} radius="lg" mt="xl" />}>
            <Reviews courseId={courseId} rating={course.rating} signedIn={signedIn} canTeach={course.can_teach} />
          </Suspense>
        )}
      />
      {preview && (
        <Suspense>
          <LessonPreview courseId={courseId} lesson={preview} onClose={() => setPreview(undefined)} />
        </Suspense>
      )}
    </>
  )
}

/** What follows the lessons loads beside them, but is shown once the space that they take up is known, so that they do not move it. */
function AfterLessons({ course, children }: { course: CourseDetail; children: ReactNode }) {
  const curriculum = useQuery(publishedQuery(course.id, isEnrolled(course)))
  const hasVideosAlone = curriculum.data?.isFallback === true
  const videos = useQuery({ ...courseVideosQuery(course.id), enabled: hasVideosAlone })
  return <div hidden={curriculum.isPending || (hasVideosAlone && videos.isPending)}>{children}</div>
}
