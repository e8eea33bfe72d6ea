import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { api, many, one, type Schema } from '@/api/client'

import { goalKeys } from './keys'

export type Goal = Schema<'Goal'>
export type Milestone = Schema<'GoalMilestone'>
export type NewGoal = Schema<'NewGoal'>
export type NewMilestone = Schema<'NewMilestone'>
export type Suggestion = Schema<'GoalSuggestion'>
export type GoalEvent = Schema<'GoalEvent'>
export type Edit = Partial<Pick<Goal, 'title' | 'why' | 'target' | 'dueOn'>> & {
  action?: 'pause' | 'resume' | 'drop' | 'achieve'
}

const fresh = { staleTime: 0 } // includes what was learned a moment ago

/** All goals of the user, the latest first. */
export const goalsQuery = () =>
  queryOptions({ queryKey: goalKeys.mine(), queryFn: () => one(api.GET('/goals')), ...fresh })

/** Goals that the user could set. */
export const suggestionsQuery = () =>
  queryOptions({ queryKey: goalKeys.suggestions(), queryFn: () => one(api.GET('/goals/suggestions')), ...fresh })

export const historyQuery = (id: string) =>
  queryOptions({
    queryKey: goalKeys.history(id),
    queryFn: () => one(api.GET('/goals/{id}/history', { params: { path: { id } } })),
    ...fresh,
  })

/** The courses in which the user learns, for a choice. */
export const ownCoursesQuery = () =>
  queryOptions({
    queryKey: goalKeys.courses(),
    queryFn: async () => {
      const { items } = await many(
        api.GET('/enhanced-progress/courses', { params: { query: { limit: 100, sort: 'title' } } }),
      )
      return items.map(({ courseId, title }) => ({ value: courseId, label: title }))
    },
  })

/** The sections and lessons of a course, for a choice. */
export const outlineQuery = (id: string) =>
  queryOptions({
    queryKey: goalKeys.outline(id),
    queryFn: () => one(api.GET('/curriculum/course/{id}', { params: { path: { id } } })),
  })

function useChange<V, T>(mutationFn: (variables: V) => Promise<T>) {
  const client = useQueryClient()
  return useMutation({ mutationFn, onSuccess: () => client.invalidateQueries({ queryKey: goalKeys.all }) })
}

const path = (id: string) => ({ params: { path: { id } } })
const step = (id: string, milestoneId: string) => ({ params: { path: { id, milestoneId } } })

export const useSetGoal = () => useChange((body: NewGoal) => one(api.POST('/goals', { body })))

export const useEditGoal = (id: string) =>
  useChange((body: Edit) => one(api.PATCH('/goals/{id}', { ...path(id), body })))

export const useDeleteGoal = (id: string) => useChange(() => one(api.DELETE('/goals/{id}', path(id))))

export const useAddMilestone = (id: string) =>
  useChange((body: NewMilestone) => one(api.POST('/goals/{id}/milestones', { ...path(id), body })))

export const useTick = (id: string) =>
  useChange(({ milestone, undo }: { milestone: string; undo: boolean }) =>
    one(api.POST('/goals/{id}/milestones/{milestoneId}/done', { ...step(id, milestone), body: { undo } })),
  )

/** Puts the milestones into another order, or deletes the one that is left out. */
export const useArrange = (id: string) =>
  useChange(({ before, ids }: { before: string[]; ids: string[] }) => {
    const gone = before.find((milestone) => !ids.includes(milestone))
    return gone
      ? one(api.DELETE('/goals/{id}/milestones/{milestoneId}', step(id, gone)))
      : one(api.PUT('/goals/{id}/milestones/order', { ...path(id), body: { ids } }))
  })
