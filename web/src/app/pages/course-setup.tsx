import { useQuery } from '@tanstack/react-query'

import { courseQuery } from '@/features/learning/course/api'
import { SetupChecklist } from '@/features/learning/course/setup-checklist'
import { draftQuery } from '@/features/learning/curriculum/api'
import { CoursePublish } from '@/features/learning/curriculum/course-publish'

/** What a course still needs, until it has all of it. */
export function CourseSetup({ courseId }: { courseId: string }) {
  const course = useQuery(courseQuery(courseId)).data
  const draft = useQuery(draftQuery(courseId)).data
  if (!course) return null
  return (
    <SetupChecklist
      course={course}
      lessons={draft?.totals.lessons}
      publish={<CoursePublish courseId={courseId} size="xs" />}
    />
  )
}
