import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'

import type { Schema } from '@/api/client'
import { Or } from '@/shared/or'
import { Failure } from '@/shared/query-view'

import { usePasskeySignIn } from './api'
import { passkeysWork } from './passkey'
import { usePasskeyAutofill } from './passkey-autofill'

/**
 * Signs in with a passkey alone, if the browser supports it: by a button, and in the autofill of the address field.
 */
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
      <Or>
        <Trans>or</Trans>
      </Or>
      {error && <Failure error={error} />}
      <Button
        fullWidth
        size="md"
        variant="default"
        leftSection={<IconFingerprint size={20} aria-hidden />}
        loading={signIn.isPending}
        onClick={ask}
      >
        <Trans>Use a passkey</Trans>
      </Button>
    </>
  )
}
