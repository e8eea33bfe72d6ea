import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { api, one, type Schema, tagged } from '@/api/client'
import { isStale } from '@/shared/base-version'
import { useReauthentication } from '@/shared/reauthentication'
import { twoFactorKeys } from './keys'
import { makePasskey, provePasskey } from './passkey'

export const policyQuery = () =>
  queryOptions({ queryKey: twoFactorKeys.policy(), queryFn: () => tagged(api.GET('/auth/two-factor-policy')) })

/** A mutation of second factors, with re-authentication if the server requires it. */
function useChange<V, R>(mutationFn: (variables: V) => Promise<R>) {
  const client = useQueryClient()
  const reauthenticated = useReauthentication()
  return useMutation({
    mutationFn: (variables: V) => reauthenticated(() => mutationFn(variables)),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: twoFactorKeys.state() })
    },
  })
}

export const useBeginAuthenticator = () => useChange(() => one(api.POST('/auth/two-factor/authenticator')))

export const useConfirmAuthenticator = () =>
  useChange((body: Schema<'CodeOnly'>) => one(api.POST('/auth/two-factor/authenticator/confirm', { body })))

export const useRemoveAuthenticator = () => useChange(() => one(api.DELETE('/auth/two-factor/authenticator')))

export const useRenewCodes = () => useChange(() => one(api.POST('/auth/two-factor/recovery-codes')))

/** Returns undefined if the user closes the browser's dialog. */
export const useAddPasskey = () =>
  useChange(async (name: string) => {
    const { challengeId, publicKey } = await one(api.POST('/auth/passkeys/options'))
    const credential = await makePasskey(publicKey)
    return credential && one(api.POST('/auth/passkeys', { body: { name, challengeId, credential } }))
  })

export const useRenamePasskey = () =>
  useChange(({ id, name }: { id: string; name: string }) =>
    one(api.PATCH('/auth/passkeys/{id}', { params: { path: { id } }, body: { name } })),
  )

export const useRemovePasskey = () =>
  useChange((id: string) => one(api.DELETE('/auth/passkeys/{id}', { params: { path: { id } } })))

export function useSetPolicy() {
  const client = useQueryClient()
  const reauthenticated = useReauthentication()
  const refetch = () => client.invalidateQueries({ queryKey: twoFactorKeys.policy() })
  return useMutation({
    mutationFn: ({ tag, body }: { tag: string; body: Schema<'TwoFactorPolicy'> }) =>
      reauthenticated(() => one(api.PUT('/auth/two-factor-policy', { params: { header: { 'If-Match': tag } }, body }))),
    onSuccess: refetch,
    onError: (error) => (isStale(error) ? refetch() : undefined),
  })
}

/** Takes the second step of a sign-in with a code. */
export const useVerify = (onSignedIn: (answer: Schema<'SignedIn'>) => void) =>
  useMutation({
    mutationFn: (body: Schema<'SecondStepProof'>) => one(api.POST('/auth/two-factor/verify', { body })),
    onSuccess: (answer) => onSignedIn(answer),
  })

/** Takes the second step of a sign-in with a passkey. */
export const useVerifyPasskey = (challengeToken: string, onSignedIn: (answer: Schema<'SignedIn'>) => void) =>
  useMutation({
    mutationFn: async () => {
      const { challengeId, publicKey } = await one(
        api.POST('/auth/two-factor/passkey-options', { body: { challengeToken } }),
      )
      const credential = await provePasskey(publicKey)
      if (!credential) return undefined
      const body = { challengeToken, method: 'passkey' as const, passkey: { challengeId, credential } }
      return one(api.POST('/auth/two-factor/verify', { body }))
    },
    onSuccess: (answer) => answer && onSignedIn(answer),
  })

/** Signs in with a passkey alone. */
export const usePasskeySignIn = (onSignedIn: (answer: Schema<'SignedIn'>) => void) =>
  useMutation({
    mutationFn: async () => {
      const { challengeId, publicKey } = await one(api.POST('/auth/passkeys/sign-in-options'))
      const credential = await provePasskey(publicKey)
      return credential && one(api.POST('/auth/passkeys/sign-in', { body: { challengeId, credential } }))
    },
    onSuccess: (answer) => answer && onSignedIn(answer),
  })

/** Signs in with a passkey response that the browser has already given. */
export const useProvenSignIn = (onSignedIn: (answer: Schema<'SignedIn'>) => void) =>
  useMutation({
    mutationFn: (body: Schema<'PasskeyProof'>) => one(api.POST('/auth/passkeys/sign-in', { body })),
    onSuccess: onSignedIn,
  })

export const useBeginEnrolment = () =>
  useMutation({
    mutationFn: (challengeToken: string) => one(api.POST('/auth/two-factor/enrol', { body: { challengeToken } })),
  })

export const useEnrol = () =>
  useMutation({
    mutationFn: (body: Schema<'FactorEnrolment'>) => one(api.POST('/auth/two-factor/enrol/confirm', { body })),
  })
