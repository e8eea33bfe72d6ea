import { t } from '@lingui/core/macro'
import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'

import { fieldErrors } from '@/api/client'
import { FormDialog } from '@/shared/form-dialog'
import type { Role } from '@/shared/roles'
import { RolesField } from '@/shared/roles-field'
import { toast } from '@/shared/toasts'

import { useInvite } from './api'

const empty: { email: string; roles: Role[] } = { email: '', roles: ['student'] }

const sentTo = (email: string) => t`Invitation sent to ${email}.`

/** Invites a user by email. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({ mode: 'uncontrolled', initialValues: empty })
  const invite = useInvite()
  const submit = form.onSubmit((values) =>
    invite.mutate(values, {
      onSuccess: () => {
        onClose()
        toast(sentTo(values.email))
      },
      onError: (error) => form.setErrors(fieldErrors(error)),
    }),
  )

  return (
    <FormDialog
      title={t`Invite user`}
      onClose={onClose}
      mutation={invite}
      onSubmit={submit}
      fields={Object.keys(empty)}
      submit={t`Send invitation`}
    >
      <TextInput
        label={t`Email`}
        type="email"
        autoComplete="off"
        data-autofocus
        key={form.key('email')}
        {...form.getInputProps('email')}
      />
      <RolesField form={form} />
    </FormDialog>
  )
}
