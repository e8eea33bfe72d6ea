import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'

import { courseQuery } from '@/features/learning/course/api'
import { TextLink } from '@/shared/link'

/** A link back to a course. */
export function CourseCrumb({ courseId }: { courseId: string }) {
  const course = useQuery(courseQuery(courseId))
  return (
    <TextLink to="/courses/$courseId" params={{ courseId }}>
      {course.data?.title ?? t`Back to course`}
    </TextLink>
  )
}
