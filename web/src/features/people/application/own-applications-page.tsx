import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Container, Group, Paper, Radio, Stack, Text, Textarea, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'

import { fieldErrors, type Schema } from '@/api/client'
import { Ago } from '@/shared/ago'
import { FormSummary } from '@/shared/form-summary'
import { PageTitle } from '@/shared/page-title'
import { QueryView } from '@/shared/query-view'
import { type Role, roleNames } from '@/shared/roles'
import { Rows } from '@/shared/rows'
import { toast } from '@/shared/toasts'

import { type Application, ownApplicationsQuery, useApply } from './api'
import classes from './application-card.module.css'
import { StatusBadge } from './labels'

/** The user's applications to teach or to train a team, and a form for another. */
export function OwnApplicationsPage({ roles }: { roles: Role[] }) {
  const own = useQuery(ownApplicationsQuery())
  return (
    <Container size={720} py={{ base: 'md', sm: 40 }}>
      <PageTitle title={t`Your applications`} />
      <Text c="dimmed" mt={4} mb="xl">
        <Trans>Apply to teach or to train a team. An administrator reviews each application.</Trans>
      </Text>
      <QueryView query={own} skeleton={<Rows height={120} />}>
        {({ items }) => (
          <Stack gap="xl">
            {items.length > 0 && (
              <ul className={classes.list} aria-label={t`Your applications`}>
                {items.map((application) => (
                  <Item key={application.id} application={application} />
                ))}
              </ul>
            )}
            <Apply open={openTo(roles, items)} />
          </Stack>
        )}
      </QueryView>
    </Container>
  )
}

type Wanted = Schema<'NewApplication'>['role']
const wanted: Wanted[] = ['instructor', 'corporate']

/** The roles that the user may apply for: those that they neither have nor have applied for. */
const openTo = (roles: Role[], items: Application[]) =>
  wanted.filter((w) => !roles.includes(w) && !items.some(({ role, status }) => role === w && status === 'pending'))

function Item({ application: { role, about, status, note, created_at } }: { application: Application }) {
  return (
    <li className={classes.card}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <div>
          <Text fw={600}>{t(roleNames[role])}</Text>
          <Text size="sm" c="dimmed">
            <Trans>
              Sent <Ago at={created_at} />
            </Trans>
          </Text>
        </div>
        <StatusBadge status={status} />
      </Group>
      <Text className={classes.about}>{about}</Text>
      {status === 'pending' && (
        <Text size="sm">
          <Trans>We'll email you the decision.</Trans>
        </Text>
      )}
      {note && <blockquote className={classes.note}>{note}</blockquote>}
    </li>
  )
}

const purposes: Record<Wanted, MessageDescriptor> = {
  instructor: msg`Teach: create courses and hold classes`,
  corporate: msg`Train a team: assign courses to people in your company`,
}

function Apply({ open }: { open: Wanted[] }) {
  const form = useForm({ mode: 'uncontrolled', initialValues: { role: open[0] ?? 'instructor', about: '' } })
  const apply = useApply()
  if (open.length === 0) {
    return (
      <Alert color="evergreen">
        <Trans>There are no more roles you can apply for.</Trans>
      </Alert>
    )
  }
  const submit = form.onSubmit((values) =>
    apply.mutate(values, {
      onSuccess: () => {
        form.reset()
        toast(t`Application sent.`)
      },
      onError: (error) => form.setErrors(fieldErrors(error)),
    }),
  )

  return (
    <Paper component="section" withBorder p={{ base: 'md', sm: 'xl' }} aria-labelledby="apply">
      <Title order={2} size="h4" id="apply" mb="md">
        <Trans>New application</Trans>
      </Title>
      <form onSubmit={submit} noValidate aria-labelledby="apply">
        <Stack>
          <FormSummary error={apply.error} fields={['role', 'about']} />
          <Radio.Group label={t`What would you like to do?`} key={form.key('role')} {...form.getInputProps('role')}>
            <Stack gap="xs" mt="xs">
              {open.map((role) => (
                <Radio key={role} value={role} label={t(purposes[role])} />
              ))}
            </Stack>
          </Radio.Group>
          <Textarea
            label={t`About you`}
            description={t`What you'd like to teach, or who you'd like to train. At most 2,000 characters.`}
            rows={5}
            resize="vertical"
            key={form.key('about')}
            {...form.getInputProps('about')}
          />
          <Button type="submit" size="md" loading={apply.isPending} style={{ alignSelf: 'start' }}>
            <Trans>Send application</Trans>
          </Button>
        </Stack>
      </form>
    </Paper>
  )
}
