import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { api, many, one, type Schema } from '@/api/client'

import { mailKeys } from './keys'

export type StoredEmail = Schema<'StoredEmail'>

export const emailsQuery = (page = 1) =>
  queryOptions({
    queryKey: mailKeys.list(page),
    queryFn: ({ signal }) => many(api.GET('/mails', { params: { query: { page } }, signal })),
    placeholderData: keepPreviousData,
  })

export const emailQuery = (id: string) =>
  queryOptions({
    queryKey: mailKeys.one(id),
    queryFn: () => one(api.GET('/mails/{id}', { params: { path: { id } } })),
    staleTime: Number.POSITIVE_INFINITY, // sent emails never change
  })
