import { Button, Paper, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'

import { fieldErrors } from '@/api/client'
import { FormSummary } from '@/shared/form-summary'
import { RolesField } from '@/shared/roles-field'
import { toast } from '@/shared/toasts'
import { type UserDetail, useSetRoles } from './api'

/** Sets the roles of a user. */
export function RolesForm({ user, tag }: { user: UserDetail; tag: string }) {
  const form = useForm({ mode: 'uncontrolled', initialValues: { roles: user.roles } })
  const set = useSetRoles(user.id)
  const submit = form.onSubmit(({ roles }) =>
    set.mutate(
      { roles, tag },
      {
        onSuccess: () => toast('The roles are changed, from their next click on.'),
        onError: (error) => form.setErrors(fieldErrors(error)),
      },
    ),
  )
  return (
    <Paper withBorder p={{ base: 'md', sm: 'xl' }} bg="var(--card)" maw={560}>
      <form onSubmit={submit} noValidate aria-label="Roles">
        <Stack>
          <FormSummary error={set.error} fields={['roles']} />
          <RolesField form={form} />
          <Button type="submit" loading={set.isPending} style={{ alignSelf: 'start' }}>
            Save the roles
          </Button>
        </Stack>
      </form>
    </Paper>
  )
}
