import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Checkbox, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'

import { fieldErrors } from '@/api/client'
import { FormDialog } from '@/shared/form-dialog'

import { useImpersonate } from './api'

type Props = { user: { id: string; full_name: string }; onClose: () => void; onLeave: () => Promise<void> }

/** Asks for the reason before an administrator impersonates a user. */
export function ImpersonateDialog({ user: { id, full_name }, onClose, onLeave }: Props) {
  const form = useForm({ mode: 'uncontrolled', initialValues: { reason: '', changing: false } })
  const act = useImpersonate(id, onLeave)
  const submit = form.onSubmit(({ reason, changing }) =>
    act.mutate({ reason, readOnly: !changing }, { onError: (error) => form.setErrors(fieldErrors(error)) }),
  )
  return (
    <FormDialog
      title={t`See the site as ${full_name}?`}
      onClose={onClose}
      mutation={act}
      label={t`See the site as ${full_name}`}
      onSubmit={submit}
      fields={['reason']}
      submit={t`See it`}
    >
      <Text>
        <Trans>
          In this tab you see what they see, for an hour at most. That you did, and why, stands in the audit log and in
          the security log of their account.
        </Trans>
      </Text>
      <Textarea
        label={t`Why`}
        size="md"
        rows={2}
        data-autofocus
        key={form.key('reason')}
        {...form.getInputProps('reason')}
      />
      <Checkbox
        label={t`Let me change things for them`}
        description={t`Otherwise you only look. Their password, second factors, address and payments stay theirs in any case.`}
        key={form.key('changing')}
        {...form.getInputProps('changing', { type: 'checkbox' })}
      />
    </FormDialog>
  )
}
