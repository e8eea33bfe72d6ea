import { t } from '@lingui/core/macro'
import { useForm } from '@mantine/form'

import { fieldErrors } from '@/api/client'
import { FormDialog } from '@/shared/form-dialog'
import { PasswordField } from '@/shared/password-field'
import type { Role } from '@/shared/roles'
import { RolesField } from '@/shared/roles-field'

import { AccountFields } from './account-fields'
import { useAddUser } from './api'

type Values = { full_name: string; email: string; student_number: string; password: string; roles: Role[] }

const empty: Values = {
  full_name: '',
  email: '',
  student_number: '',
  password: '',
  roles: ['student'],
}

type Props = { onClose: () => void; onMade: (id: string) => void }

/** Creates a user. */
export function NewUserDialog({ onClose, onMade }: Props) {
  const form = useForm({ mode: 'uncontrolled', initialValues: empty })
  const add = useAddUser()
  const submit = form.onSubmit(({ password, student_number, ...person }) =>
    add.mutate(
      { ...person, ...(student_number && { student_number }), ...(password && { password }) },
      { onSuccess: ({ id }) => onMade(id), onError: (error) => form.setErrors(fieldErrors(error)) },
    ),
  )
  return (
    <FormDialog
      title={t`Add user`}
      onClose={onClose}
      mutation={add}
      onSubmit={submit}
      fields={Object.keys(empty)}
      submit={t`Add user`}
    >
      <AccountFields form={form} />
      <RolesField form={form} />
      <PasswordField
        label={t`Password`}
        description={t`Leave empty to send them an email with a link to choose one.`}
        autoComplete="new-password"
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
    </FormDialog>
  )
}
