import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { api, file, many, one, type Schema, tagged } from '@/api/client'
import { byCursor } from '@/shared/cursor-pages'
import { saveFile } from '@/shared/save-file'

import { leadKeys } from './keys'

export type Lead = Schema<'Lead'>
export type LeadDetail = Schema<'LeadDetail'>
export type LeadStatus = Lead['status']

/** What narrows the board. */
export type LeadFilters = {
  search?: string | undefined
  kind?: Lead['kind'] | undefined
  assigned_to?: string | undefined
}

const given = ({ search, kind, assigned_to }: LeadFilters) => ({
  ...(search && { search }),
  ...(kind && { kind }),
  ...(assigned_to && { assigned_to }),
})

/** The leads of one column of the board, newest first. */
export const leadsQuery = (status: LeadStatus, filters: LeadFilters) =>
  infiniteQueryOptions({
    queryKey: leadKeys.list({ status, ...given(filters) }),
    queryFn: ({ pageParam: cursor }) =>
      many(
        api.GET('/contacts', {
          params: { query: { limit: 20, status, ...given(filters), ...(cursor && { cursor }) } },
        }),
      ),
    ...byCursor,
  })

/** A lead with its tag for If-Match. */
export const leadQuery = (id: string) =>
  queryOptions({
    queryKey: leadKeys.one(id),
    queryFn: () => tagged(api.GET('/contacts/{id}', { params: { path: { id } } })),
  })

/** To whom leads can be given. */
export const administratorsQuery = queryOptions({
  queryKey: leadKeys.administrators,
  queryFn: () => many(api.GET('/users', { params: { query: { role: 'admin', limit: 100 } } })),
})

/** A mutation after which leads are fetched again, also when it was refused. */
function useOnLeads<V, R>(mutationFn: (variables: V) => Promise<R>) {
  const client = useQueryClient()
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: leadKeys.all }) })
}

/** Moves a lead to another column: one switch, whatever else was changed meanwhile. */
export const useMoveLead = () =>
  useOnLeads(({ id, status }: { id: string; status: LeadStatus }) =>
    one(api.PATCH('/contacts/{id}', { params: { path: { id }, header: { 'If-Match': '*' } }, body: { status } })),
  )

export type LeadValues = { status: LeadStatus; assigned_to: string; next_action: string; next_action_at: string | null }

export const useSaveLead = (id: string) =>
  useOnLeads(({ tag, ...body }: LeadValues & { tag: string }) =>
    one(api.PATCH('/contacts/{id}', { params: { path: { id }, header: { 'If-Match': tag } }, body })),
  )

export const useAddNote = (id: string) =>
  useOnLeads((note: string) => one(api.POST('/contacts/{id}/notes', { params: { path: { id } }, body: { note } })))

/** Makes another lead a part of this one. */
export const useMergeLead = (into: string) =>
  useOnLeads((id: string) => one(api.POST('/contacts/{id}/merge', { params: { path: { id } }, body: { into } })))

export const useConvertLead = (id: string) =>
  useOnLeads((as: 'student' | 'corporate') =>
    one(api.POST('/contacts/{id}/convert', { params: { path: { id } }, body: { as } })),
  )

export function useDeleteLead(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => one(api.DELETE('/contacts/{id}', { params: { path: { id } } })),
    onSuccess: () => {
      client.removeQueries({ queryKey: leadKeys.one(id) })
      void client.invalidateQueries({ queryKey: leadKeys.all, refetchType: 'none' })
    },
  })
}

/** Downloads the leads as a spreadsheet, with the filters of the board. */
export const useExportLeads = (filters: LeadFilters) =>
  useMutation({
    mutationFn: () => file(api.GET('/contacts/export', { params: { query: given(filters) }, parseAs: 'blob' })),
    onSuccess: (sheet) => saveFile(sheet, 'leads.csv'),
  })
