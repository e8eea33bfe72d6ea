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
          toast(t`The account of ${full_name} is switched ${off ? 'off' : 'on'}.`)
        },
      },
    )
  return (
    <Confirm
      title={t`Switch ${full_name} ${off ? 'off' : 'on'}?`}
      text={
        off
          ? t`They are signed out everywhere at once and cannot come in. Nothing of theirs is deleted, and you can switch them on again.`
          : t`They can sign in again, with all that they had.`
      }
      action={off ? t`Switch off` : t`Switch on`}
      danger={off}
      onConfirm={act}
      onClose={onClose}
      pending={set.isPending}
      error={set.error}
    >
      <Textarea
        label={t`Why`}
        description={t`For the audit log. You can leave it empty.`}
        size="md"
        rows={2}
        value={reason}
        error={fieldErrors(set.error).reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </Confirm>
  )
}
