import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { NativeSelect, type NativeSelectProps, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'

import { fieldErrors, type Schema } from '@/api/client'
import { FormDialog } from '@/shared/form-dialog'
import { toast } from '@/shared/toasts'

import { type Certificate, useDecline, usePropose, useReissue, useRevoke } from './api'
import { causes } from './state'

type Props = { certificate: Certificate; onClose: () => void }

type DeclineProps = Props & { request: Schema<'CertificateDecline'>['request'] }

type Cause = Schema<'Revocation'>['cause']

const chosen: Cause[] = ['error', 'misconduct', 'requested']

/** Revokes a certificate. */
export function RevokeDialog({ certificate: { id, code, name, proposed }, onClose }: Props) {
  const revoke = useRevoke(id)
  const form = useForm<Schema<'Revocation'>>({
    initialValues: { cause: proposed.cause || 'error', reason: proposed.reason },
  })
  const errors = fieldErrors(revoke.error)
  const submit = form.onSubmit((values) =>
    revoke.mutate(values, {
      onSuccess: () => {
        toast(t`Certificate revoked.`)
        onClose()
      },
    }),
  )
  return (
    <FormDialog
      title={t`Revoke ${code}?`}
      submit={t`Revoke certificate`}
      color="red"
      onClose={onClose}
      onSubmit={submit}
      mutation={revoke}
      fields={['cause', 'reason']}
    >
      <Text>
        <Trans>The certificate of {name} will no longer be valid. You can't undo it, but you can issue another.</Trans>
      </Text>
      <CauseField {...form.getInputProps('cause')} error={errors.cause} />
      <Textarea
        required
        label={t`Reason`}
        description={t`Only the learner sees this.`}
        rows={3}
        {...form.getInputProps('reason')}
        error={errors.reason}
      />
    </FormDialog>
  )
}

const CauseField = (props: NativeSelectProps) => (
  <NativeSelect
    label={t`Cause`}
    description={t`Everyone who checks the certificate sees it.`}
    data={chosen.map((value) => ({ value, label: t(causes[value]) }))}
    {...props}
  />
)

/** Proposes to the administrators that a certificate is revoked. */
export function ProposeDialog({ certificate: { id, code, name, proposed }, onClose }: Props) {
  const propose = usePropose(id)
  const form = useForm<Schema<'Revocation'>>({
    initialValues: { cause: proposed.cause || 'error', reason: proposed.reason },
  })
  const errors = fieldErrors(propose.error)
  const submit = form.onSubmit((values) =>
    propose.mutate(values, {
      onSuccess: () => {
        toast(t`Revocation proposed.`)
        onClose()
      },
    }),
  )
  return (
    <FormDialog
      title={t`Propose to revoke ${code}`}
      submit={t`Propose revocation`}
      onClose={onClose}
      onSubmit={submit}
      mutation={propose}
      fields={['cause', 'reason']}
    >
      <Text>
        <Trans>The certificate of {name} stays valid until an administrator revokes it.</Trans>
      </Text>
      <CauseField {...form.getInputProps('cause')} error={errors.cause} />
      <Textarea
        required
        label={t`Reason`}
        description={t`Administrators see this. If they revoke the certificate, the learner sees it too.`}
        rows={3}
        {...form.getInputProps('reason')}
        error={errors.reason}
      />
    </FormDialog>
  )
}

/** Declines the name for which a holder asks, or the revocation that an instructor proposes. */
export function DeclineDialog({ certificate: { id, asked_name: asked, name }, onClose, request }: DeclineProps) {
  const decline = useDecline(id)
  const form = useForm({ initialValues: { reason: '' } })
  const errors = fieldErrors(decline.error)
  const submit = form.onSubmit(({ reason }) =>
    decline.mutate(
      { request, reason },
      {
        onSuccess: () => {
          toast(t`Request declined.`)
          onClose()
        },
      },
    ),
  )
  return (
    <FormDialog
      title={request === 'name' ? t`Keep the name “${name}”?` : t`Keep the certificate of ${name}?`}
      submit={t`Decline request`}
      onClose={onClose}
      onSubmit={submit}
      mutation={decline}
      fields={['reason']}
    >
      {request === 'name' && (
        <Text>
          <Trans>The name “{asked}” will not be printed. The learner can't ask again.</Trans>
        </Text>
      )}
      <Textarea
        required
        label={t`Reason`}
        description={request === 'name' ? t`The learner sees this.` : t`The instructor sees this.`}
        rows={3}
        {...form.getInputProps('reason')}
        error={errors.reason}
      />
    </FormDialog>
  )
}

/** Issues a certificate again, with the name for which its holder has asked. */
export function ReissueDialog({ certificate, onClose }: Props) {
  const { id, code, name, asked_name: asked, asked_reason: why } = certificate
  const reissue = useReissue(id)
  const form = useForm({ initialValues: { name: asked || name, reason: why } })
  const errors = fieldErrors(reissue.error)
  const submit = form.onSubmit((values) =>
    reissue.mutate(values, {
      onSuccess: () => {
        toast(t`Certificate issued again.`)
        onClose()
      },
    }),
  )
  return (
    <FormDialog
      title={t`Issue ${code} again`}
      submit={t`Issue certificate`}
      onClose={onClose}
      onSubmit={submit}
      mutation={reissue}
      fields={['name', 'reason']}
    >
      <Text>
        <Trans>The new certificate has another code. Whoever checks the old one is led to it.</Trans>
      </Text>
      <TextInput required label={t`Name`} autoComplete="off" {...form.getInputProps('name')} error={errors.name} />
      <Textarea
        required
        label={t`Reason`}
        description={t`Only the learner sees this.`}
        rows={3}
        {...form.getInputProps('reason')}
        error={errors.reason}
      />
    </FormDialog>
  )
}
