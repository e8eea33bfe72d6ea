import { api, one } from '@/api/client'

import { useOnCourses, versionOf } from './api'
import { bodyOf, type EditorValues, extrasOf, sameTeam } from './editor-values'
import type { TypedCourse } from './typed-api'

type Edit = {
  /** The course that was edited. */
  over: TypedCourse
  values: EditorValues
  /** Called when a part is saved and the rest is not yet, with the values that are still to be saved. */
  onPart: (saved: TypedCourse, rest: Partial<EditorValues>) => void
}

/** Saves all settings of a course over the version that was edited; refused where there is a newer one. */
export const useSaveSettings = (id: string) =>
  useOnCourses(async ({ over, values, onPart }: Edit): Promise<TypedCourse> => {
    const saved = await saveCourse(id, over, values)
    if (sameTeam(values.instructors, saved.instructors)) return saved
    onPart(saved, { instructors: values.instructors })
    const instructor_ids = values.instructors.map((one) => one.id)
    const { instructors, updatedAt } = await one(
      api.PUT('/courses/{id}/instructors', { ...at(id, saved), body: { instructor_ids } }),
    )
    return { ...saved, instructors, updatedAt }
  })

const at = (id: string, { updatedAt }: TypedCourse) => ({
  params: { path: { id }, header: { 'If-Match': versionOf(updatedAt) } },
})

/** Saves all but the team. A change of the format is a request of its own, because each format has other extras. */
async function saveCourse(id: string, over: TypedCourse, values: EditorValues): Promise<TypedCourse> {
  const body = bodyOf(values, over)
  if (values.course_type !== over.course_type) {
    const saved = await one(api.PUT('/courses/update/{id}', { ...at(id, over), body }))
    return { ...over, ...saved }
  }
  const type = over.course_type
  return one(
    api.PUT('/tcourse/{type}/{id}', {
      params: { path: { type, id }, header: { 'If-Match': versionOf(over.updatedAt) } },
      body: { ...body, ...extrasOf(values, over) },
    }),
  )
}
