import { useMutation, useQueryClient } from '@tanstack/react-query'

import { api, one, type Schema } from '@/api/client'
import { analyticsKeys } from '@/features/learning/analytics/keys'

import { courseKeys } from './keys'

export type EnrolmentImport = Schema<'EnrollmentImport'>
export type EnrolmentAction = Schema<'EnrollmentChange'>['action']

/** A mutation of enrolments: courses and the lists of learners are refetched, also after a failure that has changed a part. */
function useOnEnrolments<V, R>(mutationFn: (variables: V) => Promise<R>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: courseKeys.all }),
        client.invalidateQueries({ queryKey: analyticsKeys.all }),
      ]),
  })
}

type Change = { userId: string } & Schema<'EnrollmentChange'>

const change = (id: string, { userId, ...body }: Change) =>
  one(api.PATCH('/courses/{id}/enrollments/{userId}', { params: { path: { id, userId } }, body }))

export const useChangeEnrolment = (id: string) => useOnEnrolments((body: Change) => change(id, body))

/** What became of several enrolments: the ids of those that changed, and why the others did not. */
export type Changed = { done: string[]; refused: { userId: string; reason: string }[] }

/** Changes several enrolments, one after another: one that is refused does not keep the others from being changed. */
export const useChangeEnrolments = (id: string) =>
  useOnEnrolments(async ({ userIds, action }: { userIds: string[]; action: EnrolmentAction }): Promise<Changed> => {
    const changed: Changed = { done: [], refused: [] }
    for (const userId of userIds) {
      try {
        await change(id, { userId, action })
        changed.done.push(userId)
      } catch (error) {
        changed.refused.push({ userId, reason: error instanceof Error ? error.message : String(error) })
      }
    }
    return changed
  })

export const useEnrolLearner = (id: string) =>
  useOnEnrolments((body: Schema<'NewEnrollment'>) =>
    one(api.POST('/courses/{id}/enrollments', { params: { path: { id } }, body })),
  )

/** Enrols all users in a spreadsheet, or reports what that would do. */
export const useEnrolSheet = (id: string, dryRun: boolean) =>
  useOnEnrolments((sheet: File) =>
    one(
      api.POST('/courses/{id}/enrollments/import', {
        params: { path: { id }, query: { dry_run: dryRun } },
        headers: { 'Content-Type': 'text/csv' },
        body: '',
        bodySerializer: () => sheet,
      }),
    ),
  )
