import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'

import { Confirm } from '@/shared/confirm'
import { toast } from '@/shared/toasts'

import { type UserDetail, useRestore } from './api'

/** Takes back the deletion of an account. */
export function Restore({ user: { id, full_name } }: { user: UserDetail }) {
  const [asking, setAsking] = useState(false)
  const restore = useRestore(id)
  const act = () =>
    restore.mutate(undefined, {
      onSuccess: () => {
        setAsking(false)
        toast(t`Account of ${full_name} restored.`)
      },
    })
  return (
    <>
      <Button variant="default" mt="sm" onClick={() => setAsking(true)}>
        <Trans>Restore account</Trans>
      </Button>
      {asking && (
        <Confirm
          title={t`Restore the account of ${full_name}?`}
          text={t`This cancels the deletion. They can sign in again and are notified by email.`}
          action={t`Restore account`}
          onConfirm={act}
          onClose={() => setAsking(false)}
          pending={restore.isPending}
          error={restore.error}
        />
      )}
    </>
  )
}
