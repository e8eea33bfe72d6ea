import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'

import { fieldErrors } from '@/api/client'
import { FormDialog } from '@/shared/form-dialog'
import { toast } from '@/shared/toasts'

import { useLock } from './api'

type Props = { account: { id: string; full_name: string }; onClose: () => void }

const empty = { reason: '', locked_until: '' }

/** Locks an account by hand. */
export function LockDialog({ account: { id, full_name }, onClose }: Props) {
  const form = useForm({ mode: 'uncontrolled', initialValues: empty })
  const lock = useLock()
  const submit = form.onSubmit(({ reason, locked_until }) =>
    lock.mutate(
      { id, reason, ...(locked_until && { locked_until: new Date(locked_until).toISOString() }) },
      {
        onSuccess: () => {
          onClose()
          toast(t`${full_name} is locked.`)
        },
        onError: (error) => form.setErrors(fieldErrors(error)),
      },
    ),
  )
  return (
    <FormDialog
      title={t`Lock ${full_name}?`}
      onClose={onClose}
      mutation={lock}
      label={t`Lock ${full_name}`}
      onSubmit={submit}
      fields={Object.keys(empty)}
      submit={t`Lock`}
      color="red"
    >
      <Text>
        <Trans>This signs {full_name} out on all devices. They can't sign in until the lock ends.</Trans>
      </Text>
      <Textarea
        label={t`Reason`}
        description={t`Other administrators see this.`}
        rows={2}
        data-autofocus
        key={form.key('reason')}
        {...form.getInputProps('reason')}
      />
      <TextInput
        label={t`Locked until`}
        type="datetime-local"
        description={t`In your time zone. Leave empty to lock the account until an administrator unlocks it.`}
        key={form.key('locked_until')}
        {...form.getInputProps('locked_until')}
      />
    </FormDialog>
  )
}
