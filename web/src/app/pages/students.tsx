import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { taughtCoursesQuery } from '@/features/learning/course/api'
import { StudentPage } from '@/features/learning/student/student-page'
import { StudentsPage } from '@/features/learning/student/students-page'
import { BatchState } from '@/features/teaching/batch/batch-state'
import { memberLabels } from '@/features/teaching/batch/labels'

import { given } from '../search'

const all = getRouteApi('/_signed-in/teach/_area/learners/')
const one = getRouteApi('/_signed-in/teach/_area/learners/$userId')

/** The learners of all courses that the user teaches. */
export function StudentsRoute() {
  const navigate = all.useNavigate()
  const courses = useQuery(taughtCoursesQuery()).data?.items ?? []
  return (
    <StudentsPage
      filters={given(all.useSearch())}
      onFilters={(search) => void navigate({ search: given(search), resetScroll: false })}
      courses={courses}
    />
  )
}

/** One of them. */
export function StudentRoute() {
  const { userId } = one.useParams()
  return (
    <StudentPage
      key={userId}
      userId={userId}
      state={({ status, member_status }) =>
        member_status === 'active' ? <BatchState status={status} /> : t(memberLabels[member_status])
      }
    />
  )
}
