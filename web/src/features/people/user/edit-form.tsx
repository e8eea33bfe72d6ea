import { t } from '@lingui/core/macro'
import { Paper } from '@mantine/core'

import { toast } from '@/shared/toasts'
import { type VersionedField, VersionedForm } from '@/shared/versioned-form'

import { AccountFields } from './account-fields'
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
        label={t`Name and address`}
        action={t`Save`}
        conflict={accountChanged}
        fields={fields}
        current={{ full_name, email, student_number }}
        tag={tag}
        save={useEditUser(user.id)}
        onSaved={(saved, sent) =>
          toast(
            saved.email === sent.email.trim()
              ? t`The account is changed.`
              : t`Emails are on their way to both addresses. The new one counts once it is confirmed there.`,
          )
        }
      >
        {(form) => (
          <AccountFields
            form={form}
            emailDescription={
              user.roles.includes('admin')
                ? 'Another address of an administrator counts once it is confirmed there; the old one is notified.'
                : t`Another address has to be confirmed with the link of an email. Emails that are on their way open nothing more.`
            }
          />
        )}
      </VersionedForm>
    </Paper>
  )
}
