import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'

import { Confirm } from '@/shared/confirm'
import { toast } from '@/shared/toasts'

import { type UserDetail, useResetFactors } from './api'

/** Removes the second factors of a user who has lost them. */
export function ResetFactors({ user: { id, full_name, factors } }: { user: UserDetail }) {
  const [asking, setAsking] = useState(false)
  const reset = useResetFactors(id)
  if (!factors.authenticator && factors.passkeys === 0) return null
  const act = () =>
    reset.mutate(undefined, {
      onSuccess: () => {
        setAsking(false)
        toast(t`${full_name} signs in with the password alone.`)
      },
    })
  return (
    <>
      <Button variant="default" mt="md" onClick={() => setAsking(true)}>
        <Trans>Reset the second factors</Trans>
      </Button>
      {asking && (
        <Confirm
          title={t`Reset the second factors of ${full_name}?`}
          text={t`Authenticator app, passkeys and recovery codes are taken away, and they are signed out everywhere. Be sure that it is they who ask: with the password alone one comes in then.`}
          action={t`Reset`}
          danger
          onConfirm={act}
          onClose={() => setAsking(false)}
          pending={reset.isPending}
          error={reset.error}
        />
      )}
    </>
  )
}
