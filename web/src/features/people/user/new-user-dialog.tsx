import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'

import { fieldErrors } from '@/api/client'
import { FormDialog } from '@/shared/form-dialog'
import { PasswordField } from '@/shared/password-field'
import type { Role } from '@/shared/roles'
import { RolesField } from '@/shared/roles-field'
import { useAddUser } from './api'

const empty: { full_name: string; email: string; password: string; roles: Role[] } = {
  full_name: '',
  email: '',
  password: '',
  roles: ['student'],
}

type Props = { onClose: () => void; onMade: (id: string) => void }

/** Creates a user. */
export function NewUserDialog({ onClose, onMade }: Props) {
  const form = useForm({ mode: 'uncontrolled', initialValues: empty })
  const add = useAddUser()
  const submit = form.onSubmit(({ password, ...person }) =>
    add.mutate(
      { ...person, ...(password && { password }) },
      { onSuccess: ({ id }) => onMade(id), onError: (error) => form.setErrors(fieldErrors(error)) },
    ),
  )
  return (
    <FormDialog
      title="New user"
      onClose={onClose}
      mutation={add}
      onSubmit={submit}
      fields={Object.keys(empty)}
      submit="Make the account"
    >
      <TextInput
        label="Full name"
        autoComplete="off"
        data-autofocus
        key={form.key('full_name')}
        {...form.getInputProps('full_name')}
      />
      <TextInput
        label="Email"
        type="email"
        autoComplete="off"
        key={form.key('email')}
        {...form.getInputProps('email')}
      />
      <RolesField form={form} />
      <PasswordField
        label="Password"
        description="Leave it empty, and they get an email with a link to choose one."
        autoComplete="new-password"
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
    </FormDialog>
  )
}
