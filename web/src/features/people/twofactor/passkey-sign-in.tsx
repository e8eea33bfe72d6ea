import { Button } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'

import type { Schema } from '@/api/client'
import { Or } from '@/shared/or'
import { Failure } from '@/shared/query-view'

import { usePasskeySignIn } from './api'
import { passkeysWork } from './passkey'
import { usePasskeyAutofill } from './passkey-autofill'

/** The way in by a passkey alone, where the browser has passkeys: by a button, and beside what it fills into the address field. */
export function PasskeySignIn({ onSignedIn }: { onSignedIn: (answer: Schema<'SignedIn'>) => void }) {
  const signIn = usePasskeySignIn(onSignedIn)
  const autofill = usePasskeyAutofill(onSignedIn)
  const error = signIn.error ?? autofill.error
  const ask = () => {
    autofill.stop()
    signIn.mutate(undefined, { onSettled: autofill.again })
  }
  if (!passkeysWork()) return null
  return (
    <>
      <Or>or</Or>
      {error && <Failure error={error} />}
      <Button
        fullWidth
        size="md"
        variant="default"
        leftSection={<IconFingerprint size={20} aria-hidden />}
        loading={signIn.isPending}
        onClick={ask}
      >
        Use a passkey
      </Button>
    </>
  )
}
