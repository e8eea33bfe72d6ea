import { getRouteApi } from '@tanstack/react-router'

import { StudentPage } from '@/features/learning/analytics/student-page'
import { StudentsPage } from '@/features/learning/analytics/students-page'
import { Enrolments } from '@/features/learning/course/people-page'

import { given } from '../search'

const learners = getRouteApi('/_signed-in/teach/courses/$courseId/learners/')
const learner = getRouteApi('/_signed-in/teach/courses/$courseId/learners/$userId')

export function LearnersRoute() {
  const navigate = learners.useNavigate()
  const { courseId } = learners.useParams()
  return (
    <StudentsPage
      courseId={courseId}
      filters={given(learners.useSearch())}
      onFilters={(search) => void navigate({ search, resetScroll: false })}
      enrolments={<Enrolments courseId={courseId} />}
    />
  )
}

export function LearnerRoute() {
  return <StudentPage {...learner.useParams()} />
}
