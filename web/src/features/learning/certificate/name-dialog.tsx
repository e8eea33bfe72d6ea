import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'

import { fieldErrors } from '@/api/client'
import { FormDialog } from '@/shared/form-dialog'
import { toast } from '@/shared/toasts'

import { type Certificate, useCorrectName } from './api'

type Props = { certificate: Certificate; onClose: () => void }

/** Asks the school for another name on a certificate. */
export function NameDialog({ certificate: { id, name }, onClose }: Props) {
  const ask = useCorrectName(id)
  const form = useForm({ initialValues: { name, reason: '' } })
  const errors = fieldErrors(ask.error)
  const submit = form.onSubmit((values) =>
    ask.mutate(values, {
      onSuccess: () => {
        toast(t`Correction requested.`)
        onClose()
      },
    }),
  )
  return (
    <FormDialog
      title={t`Correct name`}
      submit={t`Request correction`}
      onClose={onClose}
      onSubmit={submit}
      mutation={ask}
      fields={['name', 'reason']}
    >
      <Text>
        <Trans>The school checks your request and issues the certificate again. You can ask once.</Trans>
      </Text>
      <TextInput required label={t`Name`} autoComplete="name" {...form.getInputProps('name')} error={errors.name} />
      <Textarea
        required
        label={t`Reason`}
        description={t`For example a spelling mistake, or a new name after a marriage.`}
        rows={3}
        {...form.getInputProps('reason')}
        error={errors.reason}
      />
    </FormDialog>
  )
}
