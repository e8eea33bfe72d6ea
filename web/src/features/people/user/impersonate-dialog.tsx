import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Checkbox, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'

import { fieldErrors } from '@/api/client'
import { FormDialog } from '@/shared/form-dialog'

import { useImpersonate } from './api'

type Props = {
  user: { id: string; full_name: string }
  onClose: () => void
  onLeave: (act: () => void) => Promise<void>
}

/** Asks for the reason before an administrator impersonates a user. */
export function ImpersonateDialog({ user: { id, full_name }, onClose, onLeave }: Props) {
  const form = useForm({ mode: 'uncontrolled', initialValues: { reason: '', changing: false } })
  const act = useImpersonate(id, onLeave)
  const submit = form.onSubmit(({ reason, changing }) =>
    act.mutate({ reason, readOnly: !changing }, { onError: (error) => form.setErrors(fieldErrors(error)) }),
  )
  return (
    <FormDialog
      title={t`View as ${full_name}?`}
      onClose={onClose}
      mutation={act}
      label={t`View as ${full_name}`}
      onSubmit={submit}
      fields={['reason']}
      submit={t`Start viewing`}
    >
      <Text>
        <Trans>
          For up to one hour, this tab shows what they see. The audit log and their security log record this and your
          reason.
        </Trans>
      </Text>
      <Textarea label={t`Reason`} rows={2} data-autofocus key={form.key('reason')} {...form.getInputProps('reason')} />
      <Checkbox
        label={t`Allow changes`}
        description={t`Otherwise you can only look. You can never change their password, two-factor authentication, email address or payments.`}
        key={form.key('changing')}
        {...form.getInputProps('changing', { type: 'checkbox' })}
      />
    </FormDialog>
  )
}
