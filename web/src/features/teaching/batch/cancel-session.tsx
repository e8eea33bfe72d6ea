import { t } from '@lingui/core/macro'
import { Text, Textarea } from '@mantine/core'
import { useState } from 'react'

import { fieldErrors } from '@/api/client'
import { FormDialog } from '@/shared/form-dialog'
import { sessionTime } from '@/shared/wall-time'

import type { ClassSession } from './api'
import { EmailsField } from './emails-field'
import { ScopeField } from './scope-field'
import { type Scope, useCancelSession } from './sessions-api'
import { useChangeToast } from './undo-change'

type Props = { batchId: string; session: ClassSession; onClose: () => void }

/** Cancels a session, or its series; its members are notified, by email unless that is switched off. */
export function CancelSession({ batchId, session, onClose }: Props) {
  const [scope, setScope] = useState<Scope>('one')
  const [reason, setReason] = useState('')
  const [emails, setEmails] = useState(true)
  const cancel = useCancelSession(batchId, session.id)
  const say = useChangeToast(batchId)
  const save = () =>
    cancel.mutate(
      { scope, reason: reason.trim(), emails },
      {
        onSuccess: (changed) => {
          say(t`Session cancelled.`, changed, emails)
          onClose()
        },
      },
    )
  return (
    <FormDialog
      title={t`Cancel this session?`}
      onClose={onClose}
      onSubmit={save}
      mutation={cancel}
      fields={['reason']}
      submit={t`Cancel session`}
      cancel={t`Keep session`}
      color="red.9"
    >
      <Text>{sessionTime(session, session.timezone).there}</Text>
      {session.series_id && <ScopeField value={scope} onChange={setScope} />}
      <ReasonField value={reason} onChange={setReason} error={fieldErrors(cancel.error).reason} />
      <EmailsField value={emails} onChange={setEmails} />
    </FormDialog>
  )
}

type ReasonProps = { value: string; onChange: (reason: string) => void; error: string | undefined }

/** Why a session is cancelled or moved. */
export function ReasonField({ value, onChange, error }: ReasonProps) {
  return (
    <Textarea
      label={t`Reason`}
      description={t`Members see this. Required within 24 hours of the session.`}
      maxLength={500}
      value={value}
      error={error}
      onChange={({ currentTarget: { value: text } }) => onChange(text)}
    />
  )
}
