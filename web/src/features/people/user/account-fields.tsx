import { t } from '@lingui/core/macro'
import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'

type Account = { full_name: string; email: string; student_number: string }

type Props<T extends Account> = { form: UseFormReturnType<T>; emailDescription?: string }

/** The name, email address and student number of a user, as administrators type them. */
export function AccountFields<T extends Account>({ form, emailDescription }: Props<T>) {
  return (
    <>
      <TextInput
        label={t`Full name`}
        autoComplete="off"
        data-autofocus
        key={form.key('full_name')}
        {...form.getInputProps('full_name')}
      />
      <TextInput
        label={t`Email`}
        type="email"
        description={emailDescription}
        autoComplete="off"
        key={form.key('email')}
        {...form.getInputProps('email')}
      />
      <TextInput
        label={t`Student number`}
        description={t`Your school's own number for this user. Instructors and other students can't see it.`}
        autoComplete="off"
        key={form.key('student_number')}
        {...form.getInputProps('student_number')}
      />
    </>
  )
}
