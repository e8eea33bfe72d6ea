import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { api, one, type Schema, tagged } from '@/api/client'
import { isStale } from '@/shared/base-version'
import { useReauthentication } from '@/shared/reauthentication'

import { schoolKeys } from './keys'

/** The school rarely changes: every page asks for it once in a while. */
export const schoolQuery = () =>
  queryOptions({
    queryKey: schoolKeys.info(),
    queryFn: ({ signal }) => one(api.GET('/school', { signal })),
    staleTime: 5 * 60_000,
  })

/** One group of settings. */
export type Group<T> = { values: T; fixed: string[]; changed_at: string | null }

/** How a group of settings is read and saved. */
export type GroupApi<T> = {
  key: string
  read: () => Promise<{ value: Group<T>; tag: string }>
  save: (values: T, tag: string) => Promise<Group<T>>
}

const from = (tag: string) => ({ params: { header: { 'If-Match': tag } } })

export const schoolGroup: GroupApi<Schema<'SchoolSettings'>> = {
  key: 'school',
  read: () => tagged(api.GET('/settings/school')),
  save: (body, tag) => one(api.PUT('/settings/school', { ...from(tag), body })),
}

export const registrationGroup: GroupApi<Schema<'RegistrationSettings'>> = {
  key: 'registration',
  read: () => tagged(api.GET('/settings/registration')),
  save: (body, tag) => one(api.PUT('/settings/registration', { ...from(tag), body })),
}

export const passwordGroup: GroupApi<Schema<'PasswordSettings'>> = {
  key: 'passwords',
  read: () => tagged(api.GET('/settings/passwords')),
  save: (body, tag) => one(api.PUT('/settings/passwords', { ...from(tag), body })),
}

export const sessionGroup: GroupApi<Schema<'SessionSettings'>> = {
  key: 'sessions',
  read: () => tagged(api.GET('/settings/sessions')),
  save: (body, tag) => one(api.PUT('/settings/sessions', { ...from(tag), body })),
}

export const limitGroup: GroupApi<Schema<'LimitSettings'>> = {
  key: 'limits',
  read: () => tagged(api.GET('/settings/limits')),
  save: (body, tag) => one(api.PUT('/settings/limits', { ...from(tag), body })),
}

export const retentionGroup: GroupApi<Schema<'RetentionSettings'>> = {
  key: 'retention',
  read: () => tagged(api.GET('/settings/retention')),
  save: (body, tag) => one(api.PUT('/settings/retention', { ...from(tag), body })),
}

export const groupQuery = <T>(group: GroupApi<T>) =>
  queryOptions({ queryKey: schoolKeys.group(group.key), queryFn: () => group.read() })

/** Saves a group, after a proof of identity, and shows what it changes everywhere. */
export function useSaveGroup<T>(group: GroupApi<T>) {
  const client = useQueryClient()
  const reauthenticated = useReauthentication()
  const refetch = () => client.invalidateQueries({ queryKey: schoolKeys.group(group.key) })
  return useMutation({
    mutationFn: ({ values, tag }: { values: T; tag: string }) => reauthenticated(() => group.save(values, tag)),
    onSuccess: () => Promise.all([refetch(), client.invalidateQueries({ queryKey: schoolKeys.info() })]),
    onError: (error) => (isStale(error) ? refetch() : undefined),
  })
}
