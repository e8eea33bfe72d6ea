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

/** Unsubscribes from the kind of email whose link was opened, without signing in. */
export function UnsubscribePage({ token }: { token: string }) {
  const { name } = useSchool()
  const subscription = useQuery({ ...subscriptionQuery(token), enabled: token !== '' })
  const bad = token === '' || (subscription.error instanceof ApiError && [400, 403].includes(subscription.error.status))
  return (
    <Container size={520} py={64}>
      <PageTitle title={t`Mail from ${name}`} mb="lg" />
      {bad ? (
        <Alert role="alert" color="red" icon={<IconLinkOff />}>
          <Text size="sm">
            <Trans>
              This link is not complete. Please open it from the mail again, or sign in and change your settings.
            </Trans>
          </Text>
        </Alert>
      ) : (
        <QueryView query={subscription} skeleton={<Skeleton height={140} radius="lg" />}>
          {(about) => <Choice token={token} title={about.title} subscribed={about.subscribed} />}
        </QueryView>
      )}
      <Text size="sm" mt="xl">
        <TextLink to="/settings/notifications" underline="always">
          <Trans>Choose what comes, kind by kind</Trans>
        </TextLink>
      </Text>
    </Container>
  )
}

type ChoiceProps = { token: string; title: string; subscribed: boolean }

function Choice({ token, title, subscribed }: ChoiceProps) {
  const subscribe = useSubscribe(token)
  const what = title ? t`mail about “${title}”` : t`any mail but that about the safety of your account`
  return (
    <Stack>
      {subscribe.error && <Failure error={subscribe.error} />}
      {subscribed ? (
        <Text>
          <Trans>You get</Trans> {title ? what : t`mail about several things`} <Trans>at the moment.</Trans>
        </Text>
      ) : (
        <Alert role="status" color="evergreen" icon={<IconCircleCheck />}>
          <Text size="sm">
            <Trans>You do not get {what} any more.</Trans>
          </Text>
        </Alert>
      )}
      <Button
        variant={subscribed ? 'filled' : 'default'}
        size="md"
        loading={subscribe.isPending}
        onClick={() => subscribe.mutate(!subscribed)}
      >
        {subscribed ? t`Stop this mail` : t`Send it again after all`}
      </Button>
    </Stack>
  )
}
