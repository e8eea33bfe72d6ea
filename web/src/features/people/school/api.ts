import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { api, one, type Schema, tagged } from '@/api/client'
import { isStale } from '@/shared/base-version'
import { useReauthentication } from '@/shared/reauthentication'

import { schoolKeys } from './keys'

/** The school as the page has brought it along, so that neither its name nor its colours flash; the page of the development server has none. */
function schoolOfPage(): Schema<'SchoolInfo'> | undefined {
  const text = document.getElementById('start')?.textContent
  return text ? JSON.parse(text) : undefined
}

/** The school rarely changes: every page asks for it once in a while. */
export const schoolQuery = () =>
  queryOptions({
    queryKey: schoolKeys.info(),
    queryFn: ({ signal }) => one(api.GET('/school', { signal })),
    initialData: schoolOfPage,
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

export const appearanceGroup: GroupApi<Schema<'AppearanceSettings'>> = {
  key: 'appearance',
  read: () => tagged(api.GET('/settings/appearance')),
  save: (body, tag) => one(api.PUT('/settings/appearance', { ...from(tag), body })),
}

/** What would be derived from a colour; the previous answer is shown until the next has arrived. */
export const paletteQuery = (color: string) =>
  queryOptions({
    queryKey: schoolKeys.palette(color),
    queryFn: ({ signal }) =>
      one(api.GET('/settings/appearance/palette', { params: { query: { primary_color: color } }, signal })),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  })

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

export const salesGroup: GroupApi<Schema<'SalesSettings'>> = {
  key: 'sales',
  read: () => tagged(api.GET('/settings/sales')),
  save: (body, tag) => one(api.PUT('/settings/sales', { ...from(tag), body })),
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

/** The logo, with its tag for If-Match. */
export const logoQuery = () =>
  queryOptions({ queryKey: schoolKeys.group('logo'), queryFn: () => tagged(api.GET('/settings/logo')) })

/** Sets the logo, or removes it, after a proof of identity, and shows it everywhere. */
export function useChangeLogo() {
  const client = useQueryClient()
  const reauthenticated = useReauthentication()
  const refetch = () => client.invalidateQueries({ queryKey: schoolKeys.group('logo') })
  const change = (file: File | undefined, tag: string) =>
    file
      ? one(
          api.PUT('/settings/logo', {
            ...from(tag),
            headers: { 'Content-Type': file.type },
            body: file.name,
            bodySerializer: () => file,
          }),
        )
      : one(api.DELETE('/settings/logo', from(tag)))
  return useMutation({
    mutationFn: ({ file, tag }: { file?: File; tag: string }) => reauthenticated(() => change(file, tag)),
    onSuccess: () => Promise.all([refetch(), client.invalidateQueries({ queryKey: schoolKeys.info() })]),
    onError: (error) => (isStale(error) ? refetch() : undefined),
  })
}

export const blogGroup: GroupApi<Schema<'BlogSettings'>> = {
  key: 'blog',
  read: () => tagged(api.GET('/settings/blog')),
  save: (body, tag) => one(api.PUT('/settings/blog', { ...from(tag), body })),
}

export const formGroup: GroupApi<Schema<'FormSettings'>> = {
  key: 'forms',
  read: () => tagged(api.GET('/settings/forms')),
  save: (body, tag) => one(api.PUT('/settings/forms', { ...from(tag), body })),
}

export const homeGroup: GroupApi<Schema<'HomeSettings'>> = {
  key: 'home',
  read: () => tagged(api.GET('/settings/home')),
  save: (body, tag) => one(api.PUT('/settings/home', { ...from(tag), body })),
}

export const crawlerGroup: GroupApi<Schema<'CrawlerSettings'>> = {
  key: 'crawlers',
  read: () => tagged(api.GET('/settings/crawlers')),
  save: (body, tag) => one(api.PUT('/settings/crawlers', { ...from(tag), body })),
}
