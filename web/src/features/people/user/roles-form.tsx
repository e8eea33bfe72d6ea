import { t } from '@lingui/core/macro'
import { Paper } from '@mantine/core'

import { roleNames } from '@/shared/roles'
import { RolesField } from '@/shared/roles-field'
import { toast } from '@/shared/toasts'
import { type VersionedField, VersionedForm } from '@/shared/versioned-form'

import { type UserDetail, useSetRoles } from './api'
import { accountChanged } from './labels'

type Values = Pick<UserDetail, 'roles'>

const fields = (): VersionedField<Values>[] => [
  {
    name: 'roles',
    label: t`Roles`,
    text: ({ roles }) =>
      [...roles]
        .sort()
        .map((role) => t(roleNames[role]))
        .join(', '),
  },
]

/** Sets the roles of a user. */
export function RolesForm({ user, tag }: { user: UserDetail; tag: string }) {
  return (
    <Paper withBorder p={{ base: 'md', sm: 'xl' }} bg="var(--card)" maw={560}>
      <VersionedForm
        label={t`Roles`}
        action={t`Save roles`}
        conflict={t(accountChanged)}
        fields={fields()}
        current={{ roles: user.roles }}
        tag={tag}
        save={useSetRoles(user.id)}
        onSaved={() => toast(t`Roles saved. They apply from the user's next click.`)}
      >
        {(form) => <RolesField form={form} />}
      </VersionedForm>
    </Paper>
  )
}
