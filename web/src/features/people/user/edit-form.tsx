import { Paper, TextInput } from '@mantine/core'

import { toast } from '@/shared/toasts'
import { type VersionedField, VersionedForm } from '@/shared/versioned-form'

import { type UserDetail, useEditUser } from './api'
import { accountChanged } from './labels'

type Values = Pick<UserDetail, 'full_name' | 'email' | 'student_number'>

const fields: VersionedField<Values>[] = [
  { name: 'full_name', label: 'Full name', text: ({ full_name }) => full_name },
  { name: 'email', label: 'Email', text: ({ email }) => email },
  { name: 'student_number', label: 'Student number', text: ({ student_number }) => student_number },
]

/** Changes the name, the email address and the student number of a user. */
export function EditForm({ user, tag }: { user: UserDetail; tag: string }) {
  const { full_name, email, student_number } = user
  return (
    <Paper withBorder p={{ base: 'md', sm: 'xl' }} bg="var(--card)" maw={560}>
      <VersionedForm
        label="Name and address"
        action="Save"
        conflict={accountChanged}
        fields={fields}
        current={{ full_name, email, student_number }}
        tag={tag}
        save={useEditUser(user.id)}
        onSaved={(saved, sent) =>
          toast(
            saved.email === sent.email.trim()
              ? 'The account is changed.'
              : 'Emails are on their way to both addresses. The new one counts once it is confirmed there.',
          )
        }
      >
        {(form) => (
          <>
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
          </>
        )}
      </VersionedForm>
    </Paper>
  )
}
