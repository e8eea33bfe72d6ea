import { Button, Paper, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'

import { fieldErrors } from '@/api/client'
import { FormSummary } from '@/shared/form-summary'
import { toast } from '@/shared/toasts'

import { type UserDetail, useEditUser } from './api'

/** Changes the name, the email address and the student number of a user. */
export function EditForm({ user, tag }: { user: UserDetail; tag: string }) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { full_name: user.full_name, email: user.email, student_number: user.student_number },
  })
  const edit = useEditUser(user.id)
  const submit = form.onSubmit((values) =>
    edit.mutate(
      { ...values, tag },
      {
        onSuccess: ({ email }) =>
          toast(
            email === values.email.trim()
              ? 'The account is changed.'
              : 'Emails are on their way to both addresses. The new one counts once it is confirmed there.',
          ),
        onError: (error) => form.setErrors(fieldErrors(error)),
      },
    ),
  )
  return (
    <Paper withBorder p={{ base: 'md', sm: 'xl' }} bg="var(--card)" maw={560}>
      <form onSubmit={submit} noValidate aria-label="Name and address">
        <Stack>
          <FormSummary error={edit.error} fields={['full_name', 'email', 'student_number']} />
          <TextInput
            label="Full name"
            autoComplete="off"
            key={form.key('full_name')}
            {...form.getInputProps('full_name')}
          />
          <TextInput
            label="Email"
            type="email"
            description={
              user.roles.includes('admin')
                ? 'Another address of an administrator counts once it is confirmed there; the old one is notified.'
                : 'Another address has to be confirmed with the link of an email. Emails that are on their way open nothing more.'
            }
            autoComplete="off"
            key={form.key('email')}
            {...form.getInputProps('email')}
          />
          <TextInput
            label="Student number"
            description="By which the school knows them. Teachers and other students do not see it."
            autoComplete="off"
            key={form.key('student_number')}
            {...form.getInputProps('student_number')}
          />
          <Button type="submit" loading={edit.isPending} style={{ alignSelf: 'start' }}>
            Save
          </Button>
        </Stack>
      </form>
    </Paper>
  )
}
