import { infiniteQueryOptions, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

import { api, many, one, type Schema, session } from '@/api/client'
import type { paths } from '@/api/schema.gen'
import { profileKeys } from '@/features/people/profile/keys'
import { allItems, byCursor } from '@/shared/cursor-pages'
import type { Reauthenticated } from '@/shared/reauthentication'

import { knownDevice, rememberDevice } from './device-token'
import { accountKeys } from './keys'
import { pendingSecondStep } from './pending-second-step'

export const useSignedIn = () => useSyncExternalStore(session.subscribe, session.isSignedIn)

export const permissionsQuery = () =>
  queryOptions({
    queryKey: accountKeys.permissions(),
    queryFn: () => one(api.GET('/profile/me/permissions')),
    staleTime: 5 * 60_000,
  })

/** The signed-in user and their permissions; undefined while loading, and for signed-out users. */
export function useAccount() {
  const signedIn = useSignedIn()
  const { data } = useQuery({ ...permissionsQuery(), enabled: signedIn })
  return signedIn ? data : undefined
}

type Verb<P extends keyof paths> = {
  [M in keyof paths[P]]: paths[P][M] extends { responses: unknown } ? M : never
}[keyof paths[P]] &
  string

/** An operation as permissions name it: `POST /courses/create`. */
export type Operation = { [P in keyof paths]: `${Uppercase<Verb<P>>} ${P}` }[keyof paths]

/** Whether to offer what the operation does. This only hides what the server would refuse and enforces nothing. */
export function useMay(operation: Operation) {
  return useAccount()?.operations.includes(operation) ?? false
}

/** Starts the session of a user who has signed in, unless a second step comes first. */
export function completeSignIn(answer: Schema<'SignedIn'> | Schema<'SecondStep'>) {
  if ('challengeToken' in answer) {
    pendingSecondStep.set(answer)
    return
  }
  pendingSecondStep.set(undefined)
  rememberDevice(answer)
  session.start(answer)
}

export function useSignIn() {
  return useMutation({
    mutationFn: (typed: Pick<Schema<'Credentials'>, 'email' | 'password'>) =>
      one(api.POST('/auth/login', { body: { ...typed, ...knownDevice(typed.email) } })),
    onSuccess: completeSignIn,
  })
}

export function useRegister() {
  return useMutation({
    mutationFn: (body: Schema<'SignUpRequest'>) => one(api.POST('/auth/register', { body })),
  })
}

export function useCompleteRegistration() {
  return useMutation({
    mutationFn: (body: Schema<'SignUpCompletion'>) => one(api.POST('/auth/complete-registration', { body })),
    onSuccess: completeSignIn,
  })
}

export const setupQuery = () =>
  queryOptions({
    queryKey: accountKeys.setup(),
    queryFn: () => one(api.GET('/setup')),
    staleTime: Number.POSITIVE_INFINITY, // once set up, it is never needed again
  })

export function useSetUp() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Schema<'FirstAdmin'>) => one(api.POST('/setup', { body })),
    onSuccess: (answer) => {
      client.setQueryData(setupQuery().queryKey, { needed: false })
      completeSignIn(answer)
    },
  })
}

/** Verifies an address, possibly that of the signed-in user. */
export function useVerifyEmail() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Schema<'LinkRedemption'>) => one(api.POST('/auth/verify-email', { body })),
    onSuccess: () => client.invalidateQueries({ queryKey: accountKeys.permissions() }),
  })
}

/** Requests a change of address, which takes effect when its link is opened. */
export function useChangeEmail(reauthenticated: Reauthenticated) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Schema<'NewEmail'>) => reauthenticated(() => one(api.POST('/auth/change-email', { body }))),
    onSuccess: () => client.invalidateQueries({ queryKey: profileKeys.mine() }),
  })
}

/** The changed address may be that of the signed-in user. */
function useOnEmail<R>(mutationFn: (body: Schema<'LinkRedemption'>) => Promise<R>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: () => client.invalidateQueries({ queryKey: accountKeys.permissions() }),
  })
}

export const useConfirmEmail = () => useOnEmail((body) => one(api.POST('/auth/confirm-email', { body })))
export const useUndoEmail = () => useOnEmail((body) => one(api.POST('/auth/undo-email', { body })))

export function useResendVerification() {
  return useMutation({
    mutationFn: (body: Schema<'AddressOnly'>) => one(api.POST('/auth/resend-verification', { body })),
  })
}

export function useForgotPassword() {
  return useMutation({
    mutationFn: (body: Schema<'AddressOnly'>) => one(api.POST('/auth/forgot-password', { body })),
  })
}

export function useResetPassword() {
  return useMutation({
    mutationFn: (body: Schema<'PasswordReset'>) => one(api.POST('/auth/reset-password', { body })),
  })
}

export function useUnlock() {
  return useMutation({ mutationFn: (body: Schema<'LinkRedemption'>) => one(api.POST('/auth/unlock', { body })) })
}

export function useAcceptInvitation() {
  return useMutation({
    mutationFn: (body: Schema<'Acceptance'>) => one(api.POST('/auth/accept-invitation', { body })),
    onSuccess: completeSignIn,
  })
}

export const sessionsQuery = () =>
  queryOptions({ queryKey: accountKeys.sessions(), queryFn: () => one(api.GET('/auth/sessions')) })

/** The security log of the user's account, newest first. */
export const securityLogQuery = () =>
  infiniteQueryOptions({
    queryKey: accountKeys.securityLog(),
    queryFn: ({ pageParam, signal }) =>
      many(api.GET('/auth/security-log', { params: { query: pageParam ? { cursor: pageParam } : {} }, signal })),
    ...byCursor,
    select: allItems,
  })

/** A mutation of sessions: their list is refetched, also after a failure. */
function useOnSessions<V>(mutationFn: (variables: V) => Promise<unknown>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSettled: () => {
      void client.invalidateQueries({ queryKey: accountKeys.sessions() }) // not awaited: the component may have unmounted by then
    },
  })
}

export const useChangePassword = () =>
  useOnSessions((body: Schema<'PasswordChange'>) => one(api.PUT('/auth/change-password', { body })))

export const useEndSession = () =>
  useOnSessions((id: string) => one(api.DELETE('/auth/sessions/{id}', { params: { path: { id } } })))

export const useEndOtherSessions = () => useOnSessions(() => one(api.DELETE('/auth/sessions')))

/** Signs out here at once, and on the server as soon as it can be reached. */
export function useSignOut() {
  return useMutation({
    mutationFn: async () => {
      const refreshToken = session.end()
      if (refreshToken) await one(api.POST('/auth/logout', { body: { refreshToken } }))
    },
  })
}
