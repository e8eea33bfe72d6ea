import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
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
      <PageHead title={t`Sign-in security`} lead={t`Which roles a password alone lets in.`} />
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
            toast(t`Saved.`)
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
      <form aria-label={t`Two-factor policy`} onSubmit={saveOver(base.tag)}>
        <Stack gap="lg">
          {isStale(save.error) && base.changed ? (
            <ChangedElsewhere
              title={t`Another user has changed this`}
              onKeep={saveOver(tag)}
              onTake={() => {
                take(view.roles)
                save.reset()
              }}
            >
              <Text size="sm">
                <Trans>A second factor is now needed by:</Trans>{' '}
                {view.roles.map((role) => t(roleNames[role])).join(', ') || t`no role`}
                <Trans>. Your choice is not saved yet.</Trans>
              </Text>
            </ChangedElsewhere>
          ) : (
            <FormSummary error={save.error} fields={[]} />
          )}
          <Checkbox.Group label={t`These roles need a second factor`} value={roles}>
            <Stack mt="sm" gap="lg">
              {everyRole.map((role) => (
                <div key={role}>
                  <Checkbox value={role} label={t(roleNames[role])} onChange={() => toggle(role)} />
                  <Share people={counts.get(role)} />
                </div>
              ))}
            </Stack>
          </Checkbox.Group>
          {changed && without > 0 && (
            <Alert color="apricot">
              <Text size="sm">
                <Trans>{count(without, 'person', 'people')} with these roles</Trans> {without === 1 ? 'has' : 'have'}{' '}
                <Trans>no second factor yet. They are signed out and set one up when they sign in again.</Trans>
              </Text>
            </Alert>
          )}
          <Group>
            <Button type="submit" disabled={!changed} loading={save.isPending}>
              <Trans>Save</Trans>
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
        <Trans>Nobody holds it.</Trans>
      </Text>
    )
  }
  return (
    <div style={{ paddingInlineStart: 32 }}>
      <Text size="sm" c="dimmed" mb={4}>
        <Trans>
          {people.withFactor.toLocaleString('en-GB')} of {people.total.toLocaleString('en-GB')} have one
        </Trans>
      </Text>
      <Progress value={(100 * people.withFactor) / people.total} aria-hidden maw={320} />
    </div>
  )
}
