import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { api, many, one, type Schema, tagged } from '@/api/client'

import { type Audience, isEmpty, type Recipient } from './audience'
import type { ManagedFilters } from './filters'
import { announcementKeys } from './keys'

export type Announcement = Schema<'Announcement'>
export type Preview = Schema<'TargetingPreview'>

const at = (id: string) => ({ params: { path: { id } } })

/** What is shown to the user as a reader: unread announcements first. */
export const shownQuery = (page: number, unread: boolean) =>
  queryOptions({
    queryKey: announcementKeys.shown(page, unread),
    queryFn: () =>
      many(
        api.GET('/announcements', { params: { query: { mine: true, page, limit: 10, ...(unread && { unread }) } } }),
      ),
    placeholderData: keepPreviousData,
  })

/** The newest announcements that are shown to the user. */
export const recentQuery = () =>
  queryOptions({
    queryKey: announcementKeys.recent(),
    queryFn: () => one(api.GET('/announcements/recent', { params: { query: { limit: 10 } } })),
  })

/** How many announcements the user has not read; 101 stands for more than 100. */
export const unreadQuery = () =>
  queryOptions({
    queryKey: announcementKeys.unread(),
    queryFn: async () => (await one(api.GET('/announcements/unread-count'))).count,
    staleTime: 60_000,
  })

/** What the user can change, or sees as one of those who announce. */
export const managedQuery = (filters: ManagedFilters) =>
  queryOptions({
    queryKey: announcementKeys.managed(filters),
    queryFn: () => many(api.GET('/announcements', { params: { query: { ...filters, limit: 20 } } })),
    placeholderData: keepPreviousData,
  })

/** An announcement, with the tag that a change of it is based on. */
export const announcementQuery = (id: string) =>
  queryOptions({ queryKey: announcementKeys.one(id), queryFn: () => tagged(api.GET('/announcements/{id}', at(id))) })

export const readersQuery = (id: string, page: number) =>
  queryOptions({
    queryKey: announcementKeys.readers(id, page),
    queryFn: () =>
      one(api.GET('/announcements/{id}/read-status', { params: { path: { id }, query: { page, limit: 20 } } })),
    placeholderData: keepPreviousData,
  })

/** Figures about all announcements, for administrators. */
export const figuresQuery = () =>
  queryOptions({ queryKey: announcementKeys.figures(), queryFn: () => one(api.GET('/announcements/analytics')) })

/** Whom an audience has now. */
export const targetingQuery = (audience: Audience) =>
  queryOptions({
    queryKey: announcementKeys.targeting(audience),
    queryFn: () => one(api.POST('/announcements/preview-targeting', { body: audience })),
    enabled: !isEmpty(audience),
    placeholderData: keepPreviousData,
  })

const offered = 5 // of each kind

/** Courses, batches and students that match a search and that the user can address; `everyone` for administrators. */
export const recipientsQuery = (search: string, everyone: boolean) =>
  queryOptions({
    queryKey: announcementKeys.recipients(search, everyone),
    queryFn: async (): Promise<Recipient[]> => {
      const [courses, batches, students] = await Promise.all([
        many(
          api.GET('/courses/get', { params: { query: { search, limit: offered, ...(!everyone && { mine: true }) } } }),
        ),
        many(api.GET('/batches', { params: { query: { search, limit: offered } } })),
        one(api.GET('/announcements/students', { params: { query: { search, limit: offered } } })),
      ])
      return [
        ...courses.items.map(({ id, title }) => ({ key: `course:${id}`, name: title, kind: 'course' as const })),
        ...batches.items
          .filter(({ can }) => can.edit)
          .map(({ id, batch_name }) => ({ key: `batch:${id}`, name: batch_name, kind: 'batch' as const })),
        ...(students ?? []).map(({ id, full_name }) => ({ key: id, name: full_name, kind: 'student' as const })),
      ]
    },
    enabled: search !== '',
    placeholderData: keepPreviousData,
  })

/** A mutation after which all announcements are refetched. */
function useOnAnnouncements<V, R>(mutationFn: (variables: V) => Promise<R>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: () => client.invalidateQueries({ queryKey: announcementKeys.all }),
  })
}

export const useRead = () => useOnAnnouncements((id: string) => one(api.POST('/announcements/{id}/read', at(id))))

export const useAcknowledge = () =>
  useOnAnnouncements((id: string) => one(api.POST('/announcements/{id}/acknowledge', at(id))))

/** Reminds those who have not confirmed an announcement, or not read it. */
export const useRemind = () => useOnAnnouncements((id: string) => one(api.POST('/announcements/{id}/remind', at(id))))

export const useReadAll = () => useOnAnnouncements(() => one(api.POST('/announcements/read-all')))

export const useDelete = () => useOnAnnouncements((id: string) => one(api.DELETE('/announcements/{id}', at(id))))

export const useSetStatus = () =>
  useOnAnnouncements((body: Schema<'AnnouncementStatusChange'>) => one(api.PUT('/announcements/bulk-status', { body })))

export const useCreate = () =>
  useOnAnnouncements((body: Schema<'NewAnnouncement'>) => one(api.POST('/announcements', { body })))

export const useChange = (id: string) =>
  useOnAnnouncements(({ tag, ...body }: Schema<'AnnouncementEdit'> & { tag: string }) =>
    one(api.PUT('/announcements/{id}', { params: { path: { id }, header: { 'If-Match': tag } }, body })),
  )
