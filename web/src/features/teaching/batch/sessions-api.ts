import { queryOptions, skipToken, useMutation } from '@tanstack/react-query'

import { api, one, type Schema, tagged } from '@/api/client'

import { quietly, useOnBatches } from './api'
import { batchKeys } from './keys'
import type { Warning } from './schedule-warnings'

export type SessionChange = Schema<'SessionChange'>
export type Scope = NonNullable<SessionChange['scope']>
export type CancelScope = { scope: Scope; reason: string; emails: boolean }

const at = (id: string, sessionId: string) => ({ params: { path: { id, sessionId } } })

/** A session with the entity tag that a change of it must send. */
export const sessionQuery = (batchId: string, sessionId: string) =>
  queryOptions({
    queryKey: batchKeys.session(batchId, sessionId),
    queryFn: () => tagged(api.GET('/batches/{id}/schedule/{sessionId}', at(batchId, sessionId))),
    staleTime: 0,
  })

export const useAddSession = (batchId: string) =>
  useOnBatches((body: Schema<'NewSessions'>) =>
    one(api.POST('/batches/{id}/schedule', { params: { path: { id: batchId } }, body })),
  )

export const useChangeSession = (batchId: string, sessionId: string) =>
  useOnBatches(({ tag, emails, ...body }: SessionChange & { tag: string; emails: boolean }) =>
    one(
      api.PUT('/batches/{id}/schedule/{sessionId}', {
        params: { path: { id: batchId, sessionId }, header: { 'If-Match': tag }, query: quietly(emails) },
        body,
      }),
    ),
  )

/** Of a session that is moved or added: what speaks against it. Nothing where it can't be, which is said when it is saved. */
const warningsOf = (batchId: string, wanted: string | undefined, tried: () => Promise<{ warnings?: Warning[] }>) =>
  queryOptions({
    queryKey: batchKeys.trial(batchId, wanted),
    queryFn: wanted === undefined ? skipToken : async () => (await tried()).warnings ?? [],
    staleTime: 0,
    retry: false,
  })

/** What speaks against a change of a session; idle while none is wanted. The reason may still be missing. */
export function changeWarningsQuery(batchId: string, sessionId: string, tag: string, body: SessionChange | undefined) {
  const sent = { ...body, reason: body?.reason || '–' }
  return warningsOf(batchId, body && tag ? JSON.stringify([sessionId, tag, sent]) : undefined, () =>
    one(
      api.PUT('/batches/{id}/schedule/{sessionId}', {
        params: { path: { id: batchId, sessionId }, header: { 'If-Match': tag }, query: { dry_run: true } },
        body: sent,
      }),
    ),
  )
}

/** What speaks against a session that is added; idle while it is incomplete. */
export const addWarningsQuery = (batchId: string, body: Schema<'NewSessions'> | undefined) =>
  warningsOf(batchId, body && JSON.stringify(body), () =>
    one(
      api.POST('/batches/{id}/schedule', {
        params: { path: { id: batchId }, query: { dry_run: true } },
        body: body ?? {},
      }),
    ),
  )

/** Undoes a change of sessions: each of them has again what it had before. */
export const useUndoChange = (batchId: string) =>
  useOnBatches(({ changeId, emails }: { changeId: string; emails: boolean }) =>
    one(
      api.POST('/batches/{id}/schedule/changes/{changeId}/undo', {
        params: { path: { id: batchId, changeId }, query: quietly(emails) },
      }),
    ),
  )

export const useCancelSession = (batchId: string, sessionId: string) =>
  useOnBatches(({ emails, ...query }: CancelScope) =>
    one(
      api.DELETE('/batches/{id}/schedule/{sessionId}', {
        params: { path: { id: batchId, sessionId }, query: { ...query, ...quietly(emails) } },
      }),
    ),
  )

export const useRestoreSession = (batchId: string, sessionId: string) =>
  useOnBatches(() => one(api.POST('/batches/{id}/schedule/{sessionId}/restore', at(batchId, sessionId))))

type WholeBatch = Pick<Schema<'Batch'>, 'id' | 'schedule_tag'>

const inPlaceOf = ({ id, schedule_tag: tag = '' }: WholeBatch, emails: boolean, dry_run?: true) => ({
  params: { path: { id }, header: { 'If-Match': tag }, query: { ...quietly(emails), ...(dry_run && { dry_run }) } },
})

/** Says what a schedule would change, and changes nothing. */
export const useTrySchedule = (batch: WholeBatch) =>
  useMutation({
    mutationFn: (body: Schema<'WholeSchedule'>) =>
      one(api.PUT('/batches/individual/{id}/schedule', { ...inPlaceOf(batch, true, true), body })),
  })

/** Puts a schedule in place of the sessions ahead, unless another user has changed them since. */
export const useReplaceSchedule = (batch: WholeBatch) =>
  useOnBatches(({ emails, ...body }: Schema<'WholeSchedule'> & { emails: boolean }) =>
    one(api.PUT('/batches/individual/{id}/schedule', { ...inPlaceOf(batch, emails), body })),
  )
