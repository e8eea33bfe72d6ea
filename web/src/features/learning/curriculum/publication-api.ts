// Publishing a course: its curriculum and its place in the catalogue, in one act.
import { t } from '@lingui/core/macro'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { api, one, type Schema } from '@/api/client'
import { toast } from '@/shared/toasts'

import { courseKeys } from '../course/keys'
import { atCourse, refresh } from './api'

export type PublicationState = Schema<'PublicationState'>

/** What learners see of a course, and what publishing it would change. */
export const publicationQuery = (courseId: string) =>
  queryOptions({
    queryKey: courseKeys.publication(courseId),
    queryFn: () => one(api.GET('/courses/{id}/publication', atCourse(courseId))),
  })

/** A change of what learners see: afterwards, the course and its draft are refetched. */
function useOnPublication<V, T>(
  courseId: string,
  mutationFn: (variables: V) => Promise<T>,
  then?: { onSuccess: () => void; onError: () => void },
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    ...then,
    onSettled: () => Promise.all([refresh(client, courseId), client.invalidateQueries({ queryKey: courseKeys.all })]),
  })
}

export const usePublishCourse = (courseId: string) =>
  useOnPublication(courseId, (body: Schema<'NewCoursePublication'>) =>
    one(api.POST('/courses/{id}/publications', { ...atCourse(courseId), body })),
  )

/** Undoes the latest publication. `onError` is called also when what shows it is gone. */
export const useUndoPublication = (courseId: string, onError: () => void) =>
  useOnPublication(
    courseId,
    (publicationId: string) =>
      one(
        api.POST('/courses/{id}/publications/{publicationId}/undo', {
          params: { path: { id: courseId, publicationId } },
        }),
      ),
    { onSuccess: () => toast(t`Publication undone.`), onError },
  )

export const useCancelPublication = (courseId: string) =>
  useOnPublication(courseId, () => one(api.DELETE('/curriculum/course/{id}/publish', atCourse(courseId))))
