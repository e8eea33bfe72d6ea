import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Checkbox, Group, Paper, Progress, Skeleton, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'

import type { Schema } from '@/api/client'
import { isStale, useBaseVersion } from '@/shared/base-version'
import { ChangedElsewhere } from '@/shared/changed-elsewhere'
import { FormSummary } from '@/shared/form-summary'
import { decimal, list } from '@/shared/format'
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
      <PageHead title={t`Sign-in security`} lead={t`Choose the roles that require two-factor authentication.`} />
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
            toast(t`Changes saved.`)
          },
        },
      ),
    )
  const { roles } = form.values
  const counts = new Map(view.people.map((people) => [people.role, people]))
  const without = roles.reduce((sum, role) => sum + missing(counts.get(role)), 0)
  const toggle = (role: Role) =>
    form.setFieldValue('roles', roles.includes(role) ? roles.filter((r) => r !== role) : [...roles, role])
  const required = list(view.roles.map((role) => t(roleNames[role])))
  const changed = [...roles].sort().join() !== [...view.roles].sort().join()

  return (
    <Paper withBorder p={{ base: 'md', sm: 'xl' }} maw={720}>
      <form aria-label={t`Two-factor authentication`} onSubmit={saveOver(base.tag)}>
        <Stack gap="lg">
          {isStale(save.error) && base.changed ? (
            <ChangedElsewhere
              title={t`Another administrator changed this`}
              onKeep={saveOver(tag)}
              onTake={() => {
                take(view.roles)
                save.reset()
              }}
            >
              <Text size="sm">
                {view.roles.length > 0 ? (
                  <Trans>Saved version: required for {required}. Your changes are not saved yet.</Trans>
                ) : (
                  <Trans>Saved version: not required for any role. Your changes are not saved yet.</Trans>
                )}
              </Text>
            </ChangedElsewhere>
          ) : (
            <FormSummary error={save.error} fields={[]} />
          )}
          <Checkbox.Group label={t`Roles that require two-factor authentication`} value={roles}>
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
                {plural(without, {
                  one: "# user with these roles hasn't set it up. They'll be signed out and asked to set it up when they sign in again.",
                  other:
                    "# users with these roles haven't set it up. They'll be signed out and asked to set it up when they sign in again.",
                })}
              </Text>
            </Alert>
          )}
          <Group>
            <Button type="submit" disabled={!changed} loading={save.isPending}>
              <Trans>Save changes</Trans>
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
        <Trans>No users have this role.</Trans>
      </Text>
    )
  }
  const [withFactor, total] = [decimal(people.withFactor), decimal(people.total)]
  return (
    <div style={{ paddingInlineStart: 32 }}>
      <Text size="sm" c="dimmed" mb={4}>
        <Trans>
          Set up by {withFactor} of {total}
        </Trans>
      </Text>
      <Progress value={(100 * people.withFactor) / people.total} aria-hidden maw={320} />
    </div>
  )
}
