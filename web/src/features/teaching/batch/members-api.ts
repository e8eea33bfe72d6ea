import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query'

import { api, many, one, type Schema } from '@/api/client'

import { useOnBatches } from './api'
import { batchKeys } from './keys'

export type BatchLearner = Schema<'BatchLearner'>
export type MemberStatus = BatchLearner['status']
export type EnrolledMembers = Schema<'EnrolledMembers'>

const at = (id: string) => ({ params: { path: { id } } })

/** A page of the members of a batch, for its instructors. */
export const membersQuery = (id: string, search: string, page: number) =>
  queryOptions({
    queryKey: batchKeys.members(id, search, page),
    queryFn: ({ signal }) =>
      many(
        api.GET('/batches/{id}/students', {
          params: { path: { id }, query: { page, limit: 50, ...(search && { search }) } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  })

/** The names of the members of a batch, for those who may see each other. */
export const rosterQuery = (id: string) =>
  queryOptions({ queryKey: batchKeys.roster(id), queryFn: () => one(api.GET('/batches/{id}/roster', at(id))) })

/** Gives learners seats; those for whom none is free wait. */
export const useAddMembers = (id: string) =>
  useOnBatches((studentIds: string[]) =>
    one(api.POST('/batches/enroll-students', { body: { batch_id: id, student_ids: studentIds, on_full: 'waitlist' } })),
  )

export const useMemberStatus = (id: string, studentId: string) =>
  useOnBatches((status: MemberStatus) =>
    one(
      api.PATCH('/batches/{id}/students/{studentId}/status', { params: { path: { id, studentId } }, body: { status } }),
    ),
  )

export const useRemoveMember = (id: string, studentId: string) =>
  useOnBatches(() => one(api.DELETE('/batches/{id}/students/{studentId}', { params: { path: { id, studentId } } })))

const transfer = (id: string, studentId: string, to: string, dryRun: boolean) =>
  one(
    api.POST('/batches/{id}/students/{studentId}/transfer', {
      params: { path: { id, studentId }, query: { dry_run: dryRun } },
      body: { to_batch_id: to },
    }),
  )

/** What a transfer of a member to another batch would do; idle until one is chosen. */
export const transferCheckQuery = (id: string, studentId: string, to: string) =>
  queryOptions({
    queryKey: batchKeys.transfer(id, studentId, to),
    queryFn: to ? () => transfer(id, studentId, to, true) : skipToken,
    staleTime: 0,
    retry: false,
  })

/** Transfers a member to another batch of the course. */
export const useTransfer = (id: string, studentId: string) =>
  useOnBatches((to: string) => transfer(id, studentId, to, false))

export const useJoinBatch = (id: string) => useOnBatches(() => one(api.POST('/batches/{id}/join', at(id))))

export const useLeaveBatch = (id: string) => useOnBatches(() => one(api.POST('/batches/{id}/leave', at(id))))

export const useWait = (id: string) => useOnBatches(() => one(api.POST('/batches/{id}/waiting', at(id))))

/** Accepts the seat that is offered, or gives up one's place on the waiting list. */
export const useAnswerOffer = (waitingId: string) =>
  useOnBatches((accept: boolean) =>
    accept
      ? one(api.POST('/waiting/{id}/accept', at(waitingId)))
      : one(api.POST('/waiting/{id}/decline', at(waitingId))),
  )
