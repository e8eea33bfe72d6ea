import { t } from '@lingui/core/macro'
import { Textarea } from '@mantine/core'
import { useState } from 'react'

import { fieldErrors } from '@/api/client'
import { Confirm } from '@/shared/confirm'
import { toast } from '@/shared/toasts'

import { type UserDetail, useSetStatus } from './api'

type Props = { user: UserDetail; tag: string; onClose: () => void }

/** Disables or enables an account. */
export function StatusDialog({ user: { id, full_name, status }, tag, onClose }: Props) {
  const [reason, setReason] = useState('')
  const set = useSetStatus(id)
  const off = status === 'active'
  const act = () =>
    set.mutate(
      { status: off ? 'disabled' : 'active', reason, tag },
      {
        onSuccess: () => {
          onClose()
          toast(off ? t`Account of ${full_name} deactivated.` : t`Account of ${full_name} reactivated.`)
        },
      },
    )
  return (
    <Confirm
      title={off ? t`Deactivate ${full_name}?` : t`Reactivate ${full_name}?`}
      text={
        off
          ? t`They are signed out everywhere and can't sign in. Nothing is deleted, and you can reactivate the account at any time.`
          : t`They can sign in again and find everything as it was.`
      }
      action={off ? t`Deactivate` : t`Reactivate`}
      danger={off}
      onConfirm={act}
      onClose={onClose}
      pending={set.isPending}
      error={set.error}
    >
      <Textarea
        label={t`Reason`}
        description={t`Optional. Recorded in the audit log.`}
        rows={2}
        value={reason}
        error={fieldErrors(set.error).reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </Confirm>
  )
}
