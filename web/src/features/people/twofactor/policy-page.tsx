import { Alert, Button, Checkbox, Group, Paper, Progress, Skeleton, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'

import type { Schema } from '@/api/client'
import { FormSummary } from '@/shared/form-summary'
import { count } from '@/shared/format'
import { PageHead } from '@/shared/page-head'
import { QueryView } from '@/shared/query-view'
import { everyRole, type Role, roleNames } from '@/shared/roles'
import { toast } from '@/shared/toasts'

import { policyQuery, useSetPolicy } from './api'

/** The roles that require a second factor, and how many of their users have one. */
export function PolicyPage() {
  const policy = useQuery(policyQuery())
  return (
    <>
      <PageHead title="Sign-in security" lead="Which roles a password alone lets in." />
      <QueryView query={policy} skeleton={<Skeleton height={320} />}>
        {(view) => <PolicyForm view={view} />}
      </QueryView>
    </>
  )
}

function PolicyForm({ view }: { view: Schema<'TwoFactorPolicyView'> }) {
  const form = useForm<{ roles: Role[] }>({ initialValues: { roles: view.roles } })
  const save = useSetPolicy()
  const { roles } = form.values
  const counts = new Map(view.people.map((people) => [people.role, people]))
  const without = roles.reduce((sum, role) => sum + missing(counts.get(role)), 0)
  const toggle = (role: Role) =>
    form.setFieldValue('roles', roles.includes(role) ? roles.filter((r) => r !== role) : [...roles, role])
  const changed = [...roles].sort().join() !== [...view.roles].sort().join()

  return (
    <Paper withBorder p={{ base: 'md', sm: 'xl' }} maw={720}>
      <form
        aria-label="Two-factor policy"
        onSubmit={form.onSubmit((values) => save.mutate(values, { onSuccess: () => toast('Saved.') }))}
      >
        <Stack gap="lg">
          <FormSummary error={save.error} fields={[]} />
          <Checkbox.Group label="These roles need a second factor" value={roles}>
            <Stack mt="sm" gap="lg">
              {everyRole.map((role) => (
                <div key={role}>
                  <Checkbox value={role} label={roleNames[role]} onChange={() => toggle(role)} />
                  <Share people={counts.get(role)} />
                </div>
              ))}
            </Stack>
          </Checkbox.Group>
          {changed && without > 0 && (
            <Alert color="apricot">
              <Text size="sm">
                {count(without, 'person', 'people')} with these roles {without === 1 ? 'has' : 'have'} no second factor
                yet. They are signed out and set one up when they sign in again.
              </Text>
            </Alert>
          )}
          <Group>
            <Button type="submit" disabled={!changed} loading={save.isPending}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  )
}

const missing = (people?: Schema<'TwoFactorCount'>) => (people ? people.total - people.withFactor : 0)

function Share({ people }: { people: Schema<'TwoFactorCount'> | undefined }) {
  if (!people || people.total === 0) {
    return (
      <Text size="sm" c="dimmed" ps={32}>
        Nobody holds it.
      </Text>
    )
  }
  return (
    <div style={{ paddingInlineStart: 32 }}>
      <Text size="sm" c="dimmed" mb={4}>
        {people.withFactor.toLocaleString('en-GB')} of {people.total.toLocaleString('en-GB')} have one
      </Text>
      <Progress value={(100 * people.withFactor) / people.total} aria-hidden maw={320} />
    </div>
  )
}
