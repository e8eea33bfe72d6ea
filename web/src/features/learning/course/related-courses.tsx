import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'

import { relatedQuery } from './api'
import { CourseCard } from './course-card'
import { CourseGrid } from './course-grid'
import { CourseSection } from './course-section'

/** Courses that have most in common with this one; nothing where there are none. */
export function RelatedCourses({ courseId }: { courseId: string }) {
  const courses = useQuery(relatedQuery(courseId)).data ?? []
  if (courses.length === 0) return null
  return (
    <CourseSection title={t`Related courses`}>
      <CourseGrid aria-label={t`Related courses`}>
        {courses.map((course) => (
          <CourseCard key={course.id} course={course} order={3} />
        ))}
      </CourseGrid>
    </CourseSection>
  )
}
