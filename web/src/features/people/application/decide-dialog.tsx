import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Text, Textarea } from '@mantine/core'
import { useState } from 'react'

import { fieldErrors } from '@/api/client'
import { Confirm } from '@/shared/confirm'
import { roleNames } from '@/shared/roles'
import { toast } from '@/shared/toasts'

import { type Application, useDecide, type Verdict } from './api'

type Props = { application: Application; verdict: Verdict; onClose: () => void }

/** Confirms the decision on an application. */
export function DecideDialog({ application: { id, full_name, role }, verdict, onClose }: Props) {
  const [note, setNote] = useState('')
  const decide = useDecide(verdict)
  const approve = verdict === 'approve'
  const roleName = t(roleNames[role])
  const act = () =>
    decide.mutate(
      { id, note },
      {
        onSuccess: () => {
          onClose()
          toast(approve ? t`Application from ${full_name} approved.` : t`Application from ${full_name} rejected.`)
        },
      },
    )
  return (
    <Confirm
      title={approve ? t`Approve ${full_name}?` : t`Reject ${full_name}?`}
      text={
        approve ? (
          <Trans>
            They get the role <b>{roleName}</b> immediately and are notified by email.
          </Trans>
        ) : (
          t`They are notified by email and can apply again.`
        )
      }
      action={approve ? t`Approve` : t`Reject`}
      danger={!approve}
      onConfirm={act}
      onClose={onClose}
      pending={decide.isPending}
      error={decide.error}
    >
      <Textarea
        label={t`Message to applicant`}
        description={
          <Text span>
            <Trans>Optional. It is included in the email.</Trans>
          </Text>
        }
        rows={3}
        resize="vertical"
        value={note}
        error={fieldErrors(decide.error).note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </Confirm>
  )
}
