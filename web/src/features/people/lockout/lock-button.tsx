import { t } from '@lingui/core/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'

import { LockDialog } from './lock-dialog'
import { UnlockDialog } from './unlock-dialog'

type Props = { account: { id: string; full_name: string; locked: boolean } }

/** Locks or unlocks a user. */
export function LockButton({ account }: Props) {
  const [open, setOpen] = useState(false)
  const Dialog = account.locked ? UnlockDialog : LockDialog
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {account.locked ? t`Unlock` : t`Lock`}
      </Button>
      {open && <Dialog account={account} onClose={() => setOpen(false)} />}
    </>
  )
}
