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
        toast(t`Two-factor authentication of ${full_name} reset.`)
      },
    })
  return (
    <>
      <Button variant="default" mt="md" onClick={() => setAsking(true)}>
        <Trans>Reset two-factor authentication</Trans>
      </Button>
      {asking && (
        <Confirm
          title={t`Reset two-factor authentication of ${full_name}?`}
          text={t`This removes their authenticator app, passkeys and recovery codes, and signs them out everywhere. Make sure that the request comes from them: afterwards, the password alone is enough to sign in.`}
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
