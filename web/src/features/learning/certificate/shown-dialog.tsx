import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Switch, Text } from '@mantine/core'
import { useForm } from '@mantine/form'

import { FormDialog } from '@/shared/form-dialog'
import { toast } from '@/shared/toasts'

import { type Certificate, useShow } from './api'

type Props = { certificate: Certificate; onClose: () => void }

/** Chooses which figures of a certificate its public page shows. */
export function ShownDialog({ certificate, onClose }: Props) {
  const { id, facts, hides_score: hidesScore, hides_hours: hidesHours } = certificate
  const show = useShow(id)
  const form = useForm({ initialValues: { score: !hidesScore, hours: !hidesHours } })
  const submit = form.onSubmit(({ score, hours }) =>
    show.mutate(
      { hides_score: !score, hides_hours: !hours },
      {
        onSuccess: () => {
          toast(t`Public page changed.`)
          onClose()
        },
      },
    ),
  )
  return (
    <FormDialog
      title={t`What others see`}
      submit={t`Save changes`}
      onClose={onClose}
      onSubmit={submit}
      mutation={show}
      fields={[]}
    >
      <Text>
        <Trans>
          The PDF stays as it was issued. The public page says which figures you don't show, so that nobody takes them
          for missing.
        </Trans>
      </Text>
      {facts.score !== null && (
        <Switch label={t`Show the score`} {...form.getInputProps('score', { type: 'checkbox' })} />
      )}
      {facts.hours > 0 && (
        <Switch label={t`Show the hours of learning`} {...form.getInputProps('hours', { type: 'checkbox' })} />
      )}
    </FormDialog>
  )
}
