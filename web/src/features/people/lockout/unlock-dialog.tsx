import { plural, t } from '@lingui/core/macro'
import { Checkbox } from '@mantine/core'
import { useState } from 'react'

import { Confirm } from '@/shared/confirm'
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
      text={t`This ends all locks of the account, including those set by administrators.`}
      action={t`Unlock`}
      onConfirm={act}
      onClose={onClose}
      pending={unlock.isPending}
      error={unlock.error}
    >
      <Checkbox
        label={t`Reset failed attempts`}
        description={t`Otherwise the next wrong password locks the account for longer.`}
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
      onSuccess: ({ count }) => {
        onClose()
        toast(plural(count, { one: '# account unlocked.', other: '# accounts unlocked.' }))
      },
    })
  return (
    <Confirm
      title={t`Unlock all accounts?`}
      text={t`This ends all locks caused by failed attempts and resets the attempts, also for anyone who is guessing passwords right now. Accounts locked by an administrator stay locked.`}
      action={t`Unlock all`}
      onConfirm={act}
      onClose={onClose}
      pending={unlock.isPending}
      error={unlock.error}
    />
  )
}
