import { t } from '@lingui/core/macro'
import { Paper } from '@mantine/core'

import { toast } from '@/shared/toasts'
import { type VersionedField, VersionedForm } from '@/shared/versioned-form'

import { AccountFields } from './account-fields'
import { type UserDetail, useEditUser } from './api'
import { accountChanged } from './labels'

type Values = Pick<UserDetail, 'full_name' | 'email' | 'student_number'>

const fields = (): VersionedField<Values>[] => [
  { name: 'full_name', label: t`Full name`, text: ({ full_name }) => full_name },
  { name: 'email', label: t`Email`, text: ({ email }) => email },
  { name: 'student_number', label: t`Student number`, text: ({ student_number }) => student_number },
]

/** Changes the name, the email address and the student number of a user. */
export function EditForm({ user, tag }: { user: UserDetail; tag: string }) {
  const { full_name, email, student_number } = user
  return (
    <Paper withBorder p={{ base: 'md', sm: 'xl' }} bg="var(--card)" maw={560}>
      <VersionedForm
        label={t`Name and email`}
        action={t`Save changes`}
        conflict={t(accountChanged)}
        fields={fields()}
        current={{ full_name, email, student_number }}
        tag={tag}
        save={useEditUser(user.id)}
        onSaved={(saved, sent) =>
          toast(
            saved.email === sent.email.trim()
              ? t`Account saved.`
              : t`We sent emails to both addresses. The new one applies once it is confirmed.`,
          )
        }
      >
        {(form) => (
          <AccountFields
            form={form}
            emailDescription={
              user.roles.includes('admin')
                ? t`A new address applies once it is confirmed. The old address is notified.`
                : t`A new address must be confirmed through a link that we send. Links sent earlier stop working.`
            }
          />
        )}
      </VersionedForm>
    </Paper>
  )
}
