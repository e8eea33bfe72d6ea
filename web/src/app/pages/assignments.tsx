import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'

import { OwnAssignmentsPage } from '@/features/learning/assignment/own-assignments-page'
import { WaitingPage } from '@/features/learning/assignment/waiting-page'
import { taughtCoursesQuery } from '@/features/learning/course/api'

import { given } from '../search'

const own = getRouteApi('/_signed-in/app/assignments')
const waiting = getRouteApi('/_signed-in/teach/_area/to-grade')

/** The user's assignments in all courses. */
export function OwnAssignmentsRoute() {
  const navigate = own.useNavigate()
  return (
    <OwnAssignmentsPage
      filters={given(own.useSearch())}
      onFilters={(search) => void navigate({ search, resetScroll: false })}
    />
  )
}

/** What waits for a grade in all courses that the user teaches. */
export function WaitingRoute() {
  const navigate = waiting.useNavigate()
  return (
    <WaitingPage
      courses={useQuery(taughtCoursesQuery()).data?.items ?? []}
      course={waiting.useSearch().course}
      onCourse={(course) => void navigate({ search: given({ course }), resetScroll: false })}
    />
  )
}
