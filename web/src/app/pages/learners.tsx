import { getRouteApi } from '@tanstack/react-router'

import { StudentPage } from '@/features/learning/analytics/student-page'
import { StudentsPage } from '@/features/learning/analytics/students-page'
import { AddLearners } from '@/features/learning/course/add-learners'
import { EnrolmentActions } from '@/features/learning/course/enrolment-actions'
import { EnrolmentBulk } from '@/features/learning/course/enrolment-bulk'

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
      add={<AddLearners courseId={courseId} />}
      actions={(student) => <EnrolmentActions courseId={courseId} learner={student} />}
      bulk={(students, onDone) => <EnrolmentBulk courseId={courseId} learners={students} onDone={onDone} />}
    />
  )
}

export function LearnerRoute() {
  const { courseId, userId } = learner.useParams()
  return (
    <StudentPage
      courseId={courseId}
      userId={userId}
      actions={(student) => <EnrolmentActions courseId={courseId} learner={student} />}
    />
  )
}
