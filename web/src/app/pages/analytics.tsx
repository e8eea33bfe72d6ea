import { getRouteApi } from '@tanstack/react-router'

import { CourseProgressPage } from '@/features/learning/analytics/course-progress-page'
import { StudentPage } from '@/features/learning/analytics/student-page'
import { StudentsPage } from '@/features/learning/analytics/students-page'

import { given } from '../search'

const own = getRouteApi('/_signed-in/progress/$courseId')
const students = getRouteApi('/_signed-in/teach/courses/$courseId/students/')
const student = getRouteApi('/_signed-in/teach/courses/$courseId/students/$userId')

export function CourseProgressRoute() {
  return <CourseProgressPage courseId={own.useParams().courseId} />
}

export function StudentsRoute() {
  const navigate = students.useNavigate()
  return (
    <StudentsPage
      courseId={students.useParams().courseId}
      filters={given(students.useSearch())}
      onFilters={(search) => void navigate({ search, resetScroll: false })}
    />
  )
}

export function StudentRoute() {
  return <StudentPage {...student.useParams()} />
}
