import { useNavigate } from '@tanstack/react-router'

import { NewCoursePage } from '@/features/learning/course/new-course-page'

export function NewCourseRoute() {
  const navigate = useNavigate()
  return (
    <NewCoursePage
      onCreated={(courseId) => void navigate({ to: '/teach/courses/$courseId/curriculum', params: { courseId } })}
    />
  )
}
