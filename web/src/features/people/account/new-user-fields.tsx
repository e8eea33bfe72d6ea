import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'

import { PasswordField } from '@/shared/password-field'

type Person = { full_name: string; email: string; password: string }

/** The fields of a new user. */
export function NewUserFields<T extends Person>({ form }: { form: UseFormReturnType<T> }) {
  return (
    <>
      <TextInput
        label="Full name"
        autoComplete="name"
        key={form.key('full_name')}
        {...form.getInputProps('full_name')}
      />
      <TextInput
        label="Email"
        type="email"
        autoComplete="username"
        key={form.key('email')}
        {...form.getInputProps('email')}
      />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
    </>
  )
}
