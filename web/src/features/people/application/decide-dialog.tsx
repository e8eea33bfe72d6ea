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
  const act = () =>
    decide.mutate(
      { id, note },
      {
        onSuccess: () => {
          onClose()
          toast(approve ? t`${full_name} has the role now.` : t`The application of ${full_name} is declined.`)
        },
      },
    )
  return (
    <Confirm
      title={approve ? t`Approve ${full_name}?` : t`Decline ${full_name}?`}
      text={
        approve ? (
          <Trans>
            They get the role <b>{t(roleNames[role])}</b> at once, and an email that says so.
          </Trans>
        ) : (
          t`They get an email that says so. They may apply again.`
        )
      }
      action={approve ? t`Approve` : t`Decline`}
      danger={!approve}
      onConfirm={act}
      onClose={onClose}
      pending={decide.isPending}
      error={decide.error}
    >
      <Textarea
        label={t`A word for them`}
        description={
          <Text span>
            <Trans>Part of the email. You can leave it empty.</Trans>
          </Text>
        }
        size="md"
        rows={3}
        resize="vertical"
        value={note}
        error={fieldErrors(decide.error).note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </Confirm>
  )
}
