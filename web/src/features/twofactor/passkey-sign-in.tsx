import { Button } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'

import type { Schema } from '@/api/client'
import { Or } from '@/shared/or'
import { Failure } from '@/shared/query-view'

import { usePasskeySignIn } from './api'
import { passkeysWork } from './passkey'

/** The way in by a passkey alone, where the browser has passkeys. */
export function PasskeySignIn({ onEntered }: { onEntered: (answer: Schema<'SignedIn'>) => void }) {
  const signIn = usePasskeySignIn(onEntered)
  if (!passkeysWork()) return null
  return (
    <>
      <Or>or</Or>
      {signIn.error && <Failure error={signIn.error} />}
      <Button
        fullWidth
        size="md"
        variant="default"
        leftSection={<IconFingerprint size={20} aria-hidden />}
        loading={signIn.isPending}
        onClick={() => signIn.mutate()}
      >
        Use a passkey
      </Button>
    </>
  )
}
