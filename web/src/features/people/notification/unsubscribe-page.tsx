import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Container, Skeleton, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconLinkOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'

import { ApiError } from '@/api/client'
import { TextLink } from '@/shared/link'
import { PageTitle } from '@/shared/page-title'
import { Failure, QueryView } from '@/shared/query-view'
import { useSchool } from '@/shared/school'

import { subscriptionQuery, useSubscribe } from './api'
import { kindWords } from './kinds'

/** Unsubscribes from the kind of email whose link was opened, without signing in. */
export function UnsubscribePage({ token }: { token: string }) {
  const { name } = useSchool()
  const subscription = useQuery({ ...subscriptionQuery(token), enabled: token !== '' })
  const bad = token === '' || (subscription.error instanceof ApiError && [400, 403].includes(subscription.error.status))
  return (
    <Container size={520} py={64}>
      <PageTitle title={t`Emails from ${name}`} mb="lg" />
      {bad ? (
        <Alert role="alert" color="red" icon={<IconLinkOff />}>
          <Text size="sm">
            <Trans>
              This link is incomplete. Open it again from the email, or sign in and change your notification settings.
            </Trans>
          </Text>
        </Alert>
      ) : (
        <QueryView query={subscription} skeleton={<Skeleton height={140} radius="lg" />}>
          {(about) => (
            <Choice token={token} title={about.title && kindWords(about).title} subscribed={about.subscribed} />
          )}
        </QueryView>
      )}
      <Text size="sm" mt="xl">
        <TextLink to="/settings/notifications" underline="always">
          <Trans>Notification settings</Trans>
        </TextLink>
      </Text>
    </Container>
  )
}

type ChoiceProps = { token: string; title: string; subscribed: boolean }

function Choice({ token, title, subscribed }: ChoiceProps) {
  const subscribe = useSubscribe(token)
  return (
    <Stack>
      {subscribe.error && <Failure error={subscribe.error} />}
      {subscribed ? (
        <Text>
          {title ? t`You receive emails about “${title}”.` : t`You receive emails about your courses and your account.`}
        </Text>
      ) : (
        <Alert role="status" color="evergreen" icon={<IconCircleCheck />}>
          <Text size="sm">
            {title
              ? t`You no longer receive emails about “${title}”.`
              : t`You no longer receive emails, except about the security of your account.`}
          </Text>
        </Alert>
      )}
      <Button
        variant={subscribed ? 'filled' : 'default'}
        size="md"
        loading={subscribe.isPending}
        onClick={() => subscribe.mutate(!subscribed)}
      >
        {subscribed ? t`Unsubscribe` : t`Subscribe again`}
      </Button>
    </Stack>
  )
}
