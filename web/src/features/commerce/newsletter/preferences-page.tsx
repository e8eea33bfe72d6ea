import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Container, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { ApiError, fieldErrors } from '@/api/client'
import { FormSummary } from '@/shared/form-summary'
import { Outcome } from '@/shared/outcome'
import { PageTitle } from '@/shared/page-title'
import { QueryView } from '@/shared/query-view'
import { toast } from '@/shared/toasts'

import { type Preferences, preferencesQuery, useSetPreferences } from './api'
import { ListsField } from './lists-field'

/** Where subscribers choose what they receive, or unsubscribe, by the link of an email and without signing in. */
export function PreferencesPage({ token }: { token: string }) {
  const preferences = useQuery({ ...preferencesQuery(token), enabled: token !== '' })
  const bad =
    token === '' || (preferences.error instanceof ApiError && [400, 403, 410].includes(preferences.error.status))
  return (
    <Container size={520} py={64}>
      <PageTitle title={t`Newsletter settings`} mb="lg" />
      {bad ? (
        <Outcome bad text={t`This link doesn't work. Open it again from the email.`} />
      ) : (
        <QueryView query={preferences} skeleton={<Skeleton height={240} radius="lg" />}>
          {(now) => <Settings token={token} now={now} />}
        </QueryView>
      )}
    </Container>
  )
}

function Settings({ token, now }: { token: string; now: Preferences }) {
  const save = useSetPreferences(token)
  const [name, setName] = useState(now.full_name)
  const [chosen, setChosen] = useState(now.list_ids)
  const errors = fieldErrors(save.error)
  const { email } = now
  const isSubscribed = now.status === 'confirmed'
  const send = (list_ids: string[]) =>
    save.mutate(
      { full_name: name, list_ids },
      {
        onSuccess: (saved) => {
          setChosen(saved.list_ids)
          toast(saved.list_ids.length > 0 ? t`Settings saved.` : t`You have unsubscribed.`)
        },
      },
    )
  return (
    <form
      noValidate
      aria-label={t`Newsletter settings`}
      onSubmit={(event) => {
        event.preventDefault()
        send(chosen)
      }}
    >
      <Stack>
        <FormSummary error={save.error} fields={['full_name', 'list_ids']} />
        {isSubscribed ? (
          <Text>
            <Trans>Your subscription for {email}</Trans>
          </Text>
        ) : (
          <Alert role="status" color="evergreen" icon={<IconCircleCheck />}>
            <Text size="sm">
              <Trans>You don't receive the newsletter at {email}. To subscribe again, choose a list and save.</Trans>
            </Text>
          </Alert>
        )}
        <ListsField lists={now.lists} chosen={chosen} onChange={setChosen} error={errors.list_ids} />
        <TextInput
          label={t`Your name (optional)`}
          autoComplete="name"
          maxLength={120}
          value={name}
          error={errors.full_name}
          onChange={({ currentTarget: { value } }) => setName(value)}
        />
        <Group>
          <Button type="submit" loading={save.isPending} disabled={!isSubscribed && chosen.length === 0}>
            <Trans>Save settings</Trans>
          </Button>
          {isSubscribed && (
            <Button variant="default" disabled={save.isPending} onClick={() => send([])}>
              <Trans>Unsubscribe</Trans>
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}
