import { getRouteApi, useNavigate } from '@tanstack/react-router'

import { EditorPage } from '@/features/course/editor-page'
import { PeoplePage } from '@/features/course/people-page'

const edit = getRouteApi('/_signed-in/teach/courses/$courseId/edit')
const people = getRouteApi('/_signed-in/teach/courses/$courseId/people')

export function EditCourseRoute() {
  const navigate = useNavigate()
  return <EditorPage courseId={edit.useParams().courseId} onGone={() => void navigate({ to: '/teach/courses' })} />
}

export function CoursePeopleRoute() {
  return <PeoplePage courseId={people.useParams().courseId} />
}
