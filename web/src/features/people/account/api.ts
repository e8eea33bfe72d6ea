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

const permissionsQuery = () =>
  queryOptions({
    queryKey: accountKeys.permissions(),
    queryFn: () => one(api.GET('/profile/me/permissions')),
    staleTime: 5 * 60_000,
  })

/** Who is signed in and what they may do; undefined until it is known, and for nobody. */
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

/** Whether to offer what the operation does. It hides what the server would refuse and enforces nothing. */
export function useMay(operation: Operation) {
  return useAccount()?.operations.includes(operation) ?? false
}

/** Starts the session of the user who has signed in, unless a second step comes first. */
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
    staleTime: Number.POSITIVE_INFINITY, // once done, it is never wanted again
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

/** Verifies the address, which may be that of the user who is signed in. */
export function useVerifyEmail() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Schema<'LinkToken'>) => one(api.POST('/auth/verify-email', { body })),
    onSuccess: () => client.invalidateQueries({ queryKey: accountKeys.permissions() }),
  })
}

/** Asks for another address, which counts once its link has been opened. */
export function useChangeEmail(reauthenticated: Reauthenticated) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Schema<'NewEmail'>) => reauthenticated(() => one(api.POST('/auth/change-email', { body }))),
    onSuccess: () => client.invalidateQueries({ queryKey: profileKeys.mine() }),
  })
}

/** Whoever is signed in may be whose address has changed. */
function useOnEmail(mutationFn: (body: Schema<'LinkToken'>) => Promise<unknown>) {
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
  return useMutation({ mutationFn: (body: Schema<'LinkToken'>) => one(api.POST('/auth/unlock', { body })) })
}

export function useAcceptInvitation() {
  return useMutation({
    mutationFn: (body: Schema<'Acceptance'>) => one(api.POST('/auth/accept-invitation', { body })),
    onSuccess: completeSignIn,
  })
}

export const sessionsQuery = () =>
  queryOptions({ queryKey: accountKeys.sessions(), queryFn: () => one(api.GET('/auth/sessions')) })

/** The security log of one's own account, the newest first. */
export const securityLogQuery = () =>
  infiniteQueryOptions({
    queryKey: accountKeys.securityLog(),
    queryFn: ({ pageParam, signal }) =>
      many(api.GET('/auth/security-log', { params: { query: pageParam ? { cursor: pageParam } : {} }, signal })),
    ...byCursor,
    select: allItems,
  })

/** Changes sessions: their list is refetched, also after a failure. */
function useOnSessions<V>(mutationFn: (variables: V) => Promise<unknown>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSettled: () => {
      void client.invalidateQueries({ queryKey: accountKeys.sessions() }) // not waited for: what asked may be gone then
    },
  })
}

export const useChangePassword = () =>
  useOnSessions((body: Schema<'PasswordChange'>) => one(api.PUT('/auth/change-password', { body })))

export const useEndSession = () =>
  useOnSessions((id: string) => one(api.DELETE('/auth/sessions/{id}', { params: { path: { id } } })))

export const useEndOtherSessions = () => useOnSessions(() => one(api.DELETE('/auth/sessions')))

/** Signs out here at once, and on the server as soon as it hears of it. */
export function useSignOut() {
  return useMutation({
    mutationFn: async () => {
      const refreshToken = session.end()
      if (refreshToken) await one(api.POST('/auth/logout', { body: { refreshToken } }))
    },
  })
}
