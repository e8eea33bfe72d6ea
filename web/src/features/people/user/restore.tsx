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
        toast(t`${full_name} has the account back.`)
      },
    })
  return (
    <>
      <Button variant="default" mt="sm" onClick={() => setAsking(true)}>
        <Trans>Give the account back</Trans>
      </Button>
      {asking && (
        <Confirm
          title={t`Give ${full_name} the account back?`}
          text={t`Nothing of it is erased, and they can sign in again. An email tells them.`}
          action={t`Give it back`}
          onConfirm={act}
          onClose={() => setAsking(false)}
          pending={restore.isPending}
          error={restore.error}
        />
      )}
    </>
  )
}
