import { Alert, Button, Checkbox, Group, Paper, Progress, Skeleton, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'

import type { Schema } from '@/api/client'
import { isStale, useBaseVersion } from '@/shared/base-version'
import { ChangedElsewhere } from '@/shared/changed-elsewhere'
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
        {({ value, tag }) => <PolicyForm view={value} tag={tag} />}
      </QueryView>
    </>
  )
}

function PolicyForm({ view, tag }: { view: Schema<'TwoFactorPolicyView'>; tag: string }) {
  const form = useForm<{ roles: Role[] }>({ initialValues: { roles: view.roles } })
  const base = useBaseVersion(view.roles, tag)
  const save = useSetPolicy()
  const take = (next: Role[]) => {
    base.adopt(next)
    form.setValues({ roles: next })
  }
  const saveOver = (version: string) =>
    form.onSubmit((body) =>
      save.mutate(
        { tag: version, body },
        {
          onSuccess: (saved) => {
            take(saved.roles)
            toast('Saved.')
          },
        },
      ),
    )
  const { roles } = form.values
  const counts = new Map(view.people.map((people) => [people.role, people]))
  const without = roles.reduce((sum, role) => sum + missing(counts.get(role)), 0)
  const toggle = (role: Role) =>
    form.setFieldValue('roles', roles.includes(role) ? roles.filter((r) => r !== role) : [...roles, role])
  const changed = [...roles].sort().join() !== [...view.roles].sort().join()

  return (
    <Paper withBorder p={{ base: 'md', sm: 'xl' }} maw={720}>
      <form aria-label="Two-factor policy" onSubmit={saveOver(base.tag)}>
        <Stack gap="lg">
          {isStale(save.error) && base.changed ? (
            <ChangedElsewhere
              title="Another user has changed this"
              onKeep={saveOver(tag)}
              onTake={() => {
                take(view.roles)
                save.reset()
              }}
            >
              <Text size="sm">
                A second factor is now needed by: {view.roles.map((role) => roleNames[role]).join(', ') || 'no role'}.
                Your choice is not saved yet.
              </Text>
            </ChangedElsewhere>
          ) : (
            <FormSummary error={save.error} fields={[]} />
          )}
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
