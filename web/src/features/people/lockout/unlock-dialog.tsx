import { t } from '@lingui/core/macro'
import { Checkbox } from '@mantine/core'
import { useState } from 'react'

import { Confirm } from '@/shared/confirm'
import { count } from '@/shared/format'
import { toast } from '@/shared/toasts'

import { useUnlock, useUnlockAll } from './api'

type Props = { account: { id: string; full_name: string }; onClose: () => void }

/** Ends the locks of one account. */
export function UnlockDialog({ account: { id, full_name }, onClose }: Props) {
  const [resetAttempts, setReset] = useState(true)
  const unlock = useUnlock()
  const act = () =>
    unlock.mutate(
      { id, resetAttempts },
      {
        onSuccess: () => {
          onClose()
          toast(t`${full_name} can sign in again.`)
        },
      },
    )
  return (
    <Confirm
      title={t`Unlock ${full_name}?`}
      text={t`Every lock of this account ends at once, also one that an administrator has set.`}
      action={t`Unlock`}
      onConfirm={act}
      onClose={onClose}
      pending={unlock.isPending}
      error={unlock.error}
    >
      <Checkbox
        label={t`Forget the failed attempts`}
        description={t`Otherwise the next wrong password locks for longer.`}
        checked={resetAttempts}
        onChange={(event) => setReset(event.currentTarget.checked)}
      />
    </Confirm>
  )
}

/** Ends all lockouts caused by failed attempts. */
export function UnlockAllDialog({ onClose }: { onClose: () => void }) {
  const unlock = useUnlockAll()
  const act = () =>
    unlock.mutate(undefined, {
      onSuccess: (unlocked) => {
        onClose()
        toast(t`${count(unlocked.count, 'account')} unlocked.`)
      },
    })
  return (
    <Confirm
      title={t`Unlock every account?`}
      text={t`Every lock that failed attempts have set ends, and the attempts are forgotten. Accounts that an administrator has locked stay locked. If an attacker is trying passwords at this moment, they get new attempts too.`}
      action={t`Unlock all`}
      onConfirm={act}
      onClose={onClose}
      pending={unlock.isPending}
      error={unlock.error}
    />
  )
}
