import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { api, file, one, type Schema, tagged } from '@/api/client'
import { saveFile } from '@/shared/save-file'

import { liveKeys } from './keys'

export type AttendanceGrid = Schema<'AttendanceGrid'>
export type GridSession = Schema<'GridSession'>
export type GridLearner = Schema<'GridLearner'>
export type GridStatus = Schema<'GridCell'>['status']

const at = (id: string) => ({ params: { path: { id } } })

/** The learners of a page, at most. */
const pageSize = 100

/** The attendance of a batch, in its last sessions or those before a day. */
export const gridQuery = (batchId: string, before: string, page: number) =>
  queryOptions({
    queryKey: liveKeys.grid(batchId, before, page),
    queryFn: ({ signal }) =>
      one(
        api.GET('/batches/{id}/attendance', {
          params: { path: { id: batchId }, query: { page, limit: pageSize, ...(before && { before }) } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export type GridMark = { session: string; user: string; status: Schema<'NewMark'>['status']; note?: string }

/** Corrects cells of a grid, one after the other, which shows them at once. */
export function useGridMark(batchId: string, before: string, page: number) {
  const client = useQueryClient()
  const { queryKey } = gridQuery(batchId, before, page)
  return useMutation({
    scope: { id: `attendance of ${batchId}` },
    onMutate: ({ session, user, status }: GridMark) => {
      if (status === 'computed') return
      const cell = { status, is_marked: true }
      client.setQueryData(
        queryKey,
        (grid) => grid && withColumn(grid, session, (id, was) => (id === user ? cell : was)),
      )
    },
    mutationFn: ({ session, user, status, note = '' }: GridMark) => {
      const tag = client.getQueryData(queryKey)?.sessions.find(({ id }) => id === session)?.tag ?? ''
      return tagged(
        api.PUT('/sessions/{id}/attendance', {
          params: { path: { id: session }, header: { 'If-Match': tag } },
          body: { marks: [{ user_id: user, status, note }] },
        }),
      )
    },
    onSuccess: ({ value: { rows }, tag }, { session }) => {
      client.setQueryData(queryKey, (grid) => {
        if (!grid) return grid
        const marked = withColumn(grid, session, (user, was) => rows.find(({ user_id }) => user_id === user) ?? was)
        return { ...marked, sessions: marked.sessions.map((s) => (s.id === session ? { ...s, tag } : s)) }
      })
    },
    onError: () => client.invalidateQueries({ queryKey }),
    onSettled: (_, __, { session }) => client.invalidateQueries({ queryKey: liveKeys.attendance(session) }),
  })
}

type Cell = GridLearner['cells'][number]

/** A grid with other cells in the column of a session. */
function withColumn(grid: AttendanceGrid, session: string, cellOf: (user: string, was: Cell) => Cell): AttendanceGrid {
  const column = grid.sessions.findIndex(({ id }) => id === session)
  const learners = grid.learners.map((l) => ({
    ...l,
    cells: l.cells.map((was, i) => (i === column ? cellOf(l.user_id, was) : was)),
  }))
  return { ...grid, learners }
}

/** Saves the attendance of a batch as a CSV file. */
export const useExportAttendance = (batchId: string) =>
  useMutation({
    mutationFn: () => file(api.GET('/batches/{id}/attendance/export', { ...at(batchId), parseAs: 'blob' })),
    onSuccess: (sheet) => saveFile(sheet, 'attendance.csv'),
  })

/** Imports the list of participants of a session, or says what would happen. */
export function useImportAttendance(sessionId: string, dryRun: boolean) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (list: File) =>
      one(
        api.POST('/sessions/{id}/attendance/import', {
          params: { path: { id: sessionId }, query: { dry_run: dryRun } },
          headers: { 'Content-Type': 'text/csv' },
          body: '',
          bodySerializer: () => list,
        }),
      ),
    onSuccess: () => (dryRun ? undefined : client.invalidateQueries({ queryKey: liveKeys.all })),
  })
}

/** The people of imported lists of a session of whom it is not known who they are. */
export const unmatchedQuery = (sessionId: string) =>
  queryOptions({
    queryKey: liveKeys.unmatched(sessionId),
    queryFn: () => one(api.GET('/sessions/{id}/attendance/unmatched', at(sessionId))),
    staleTime: 0,
  })

/** Says who a person of an imported list is. */
export function useAssign(sessionId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Schema<'NewAssignment'>) =>
      one(api.POST('/sessions/{id}/attendance/assign', { ...at(sessionId), body })),
    onSettled: () => client.invalidateQueries({ queryKey: liveKeys.all }),
  })
}
