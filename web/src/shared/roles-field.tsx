import { t } from '@lingui/core/macro'
import { Checkbox, Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'

import { everyRole, type Role, roleNames } from '@/shared/roles'

/** Chooses the roles of a user. */
export function RolesField<T extends { roles: Role[] }>({ form }: { form: UseFormReturnType<T> }) {
  return (
    <Checkbox.Group
      label={t`Roles`}
      description={t`Roles decide what this account can do. Administrators can do everything.`}
      key={form.key('roles')}
      {...form.getInputProps('roles')}
    >
      <Stack gap="xs" mt="xs">
        {everyRole.map((role) => (
          <Checkbox key={role} value={role} label={t(roleNames[role])} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
