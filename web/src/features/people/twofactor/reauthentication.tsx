import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { api, fieldErrors, one, type Schema } from '@/api/client'
import { Dialog, DialogActions } from '@/shared/dialog'
import { FormSummary } from '@/shared/form-summary'
import { PasswordField } from '@/shared/password-field'
import { Failure } from '@/shared/query-view'
import { AskForProof } from '@/shared/reauthentication'

import { passkeysWork, provePasskey } from './passkey'
import { stateQuery } from './state'

/** Asks for the proof in a dialog, for the screens inside. */
export function ReauthenticationProvider({ children }: { children: ReactNode }) {
  const [answer, setAnswer] = useState<(sure: boolean) => void>()
  const ask = () => new Promise<boolean>((resolve) => setAnswer(() => resolve))
  const close = (sure: boolean) => {
    answer?.(sure)
    setAnswer(undefined)
  }
  return (
    <AskForProof value={ask}>
      {children}
      <Dialog opened={answer !== undefined} onClose={() => close(false)} title={t`Confirm it's you`}>
        <Proofs onSure={() => close(true)} onCancel={() => close(false)} />
      </Dialog>
    </AskForProof>
  )
}

type Ends = { onSure: () => void; onCancel: () => void }

function Proofs({ onSure, onCancel }: Ends) {
  const state = useQuery(stateQuery())
  const [byCode, setByCode] = useState(false)
  const { authenticator, passkeys = [], hasPassword = true } = state.data ?? {}
  const passkey = passkeys.length > 0 && passkeysWork()
  const code = authenticator && (byCode || !hasPassword)
  return (
    <Stack>
      <Text size="sm">
        <Trans>This change needs proof of your identity.</Trans>
      </Text>
      {passkey && <ByPasskey onSure={onSure} />}
      {code && <ByCode onSure={onSure} onCancel={onCancel} />}
      {!code && hasPassword && <ByPassword onSure={onSure} onCancel={onCancel} />}
      {!authenticator && !hasPassword && <SignInAgain only={!passkey} onCancel={onCancel} />}
      {authenticator && hasPassword && (
        <Button variant="subtle" onClick={() => setByCode(!byCode)}>
          {byCode ? t`Use your password instead` : t`Use your authenticator app instead`}
        </Button>
      )}
    </Stack>
  )
}

function ByPasskey({ onSure }: Pick<Ends, 'onSure'>) {
  const prove = useMutation({
    mutationFn: async () => {
      const { challengeId, publicKey } = await one(api.POST('/auth/two-factor/confirm-options'))
      const credential = await provePasskey(publicKey)
      if (!credential) return false
      await send({ method: 'passkey', passkey: { challengeId, credential } })
      return true
    },
    onSuccess: (proven) => proven && onSure(),
  })
  return (
    <>
      {prove.error && <Failure error={prove.error} />}
      <Button leftSection={<IconFingerprint />} loading={prove.isPending} onClick={() => prove.mutate()}>
        <Trans>Use a passkey</Trans>
      </Button>
    </>
  )
}

/** For users with neither a password nor an app: signing in again is the proof. */
function SignInAgain({ only, onCancel }: { only: boolean; onCancel: () => void }) {
  return (
    <>
      <Text size="sm">
        {only ? (
          <Trans>You don't have a password. Sign out and in again: you won't be asked for 10 minutes after that.</Trans>
        ) : (
          <Trans>Or sign out and in again: you won't be asked for 10 minutes after that.</Trans>
        )}
      </Text>
      <DialogActions onCancel={onCancel} />
    </>
  )
}

const send = (body: Schema<'FactorProof'>) => one(api.POST('/auth/two-factor/confirm-identity', { body }))

function ByPassword({ onSure, onCancel }: Ends) {
  const form = useForm({ mode: 'uncontrolled', initialValues: { password: '' } })
  const prove = useMutation({
    mutationFn: (body: Schema<'PasswordProof'>) => one(api.POST('/auth/confirm-identity', { body })),
    onSuccess: onSure,
    onError: (error) => form.setErrors(fieldErrors(error)),
  })
  return (
    <form onSubmit={form.onSubmit((values) => prove.mutate(values))} noValidate aria-label={t`Confirm with password`}>
      <Stack>
        <FormSummary error={prove.error} fields={['password']} />
        <PasswordField
          label={t`Your password`}
          autoComplete="current-password"
          data-autofocus
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <Ask onCancel={onCancel} pending={prove.isPending} />
      </Stack>
    </form>
  )
}

function ByCode({ onSure, onCancel }: Ends) {
  const form = useForm({ mode: 'uncontrolled', initialValues: { code: '' } })
  const prove = useMutation({
    mutationFn: ({ code }: Schema<'CodeOnly'>) => send({ method: 'totp', code }),
    onSuccess: onSure,
    onError: (error) => form.setErrors(fieldErrors(error)),
  })
  return (
    <form onSubmit={form.onSubmit((values) => prove.mutate(values))} noValidate aria-label={t`Confirm with code`}>
      <Stack>
        <FormSummary error={prove.error} fields={['code']} />
        <TextInput
          label={t`Code from your authenticator app`}
          inputMode="numeric"
          autoComplete="one-time-code"
          data-autofocus
          key={form.key('code')}
          {...form.getInputProps('code')}
        />
        <Ask onCancel={onCancel} pending={prove.isPending} />
      </Stack>
    </form>
  )
}

const Ask = ({ onCancel, pending }: { onCancel: () => void; pending: boolean }) => (
  <DialogActions onCancel={onCancel}>
    <Button type="submit" loading={pending}>
      <Trans>Confirm</Trans>
    </Button>
  </DialogActions>
)
