import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Container, Stack, Text } from '@mantine/core'

import { TextLink } from '@/shared/link'
import { Outcome } from '@/shared/outcome'
import { PageTitle } from '@/shared/page-title'
import { Failure } from '@/shared/query-view'
import { useSchool } from '@/shared/school'

import { useConfirmSubscription } from './api'

/** Confirms a subscription by the link of an email: by a button, because mail scanners open links. */
export function ConfirmSubscriptionPage({ token }: { token: string }) {
  const { name } = useSchool()
  const confirm = useConfirmSubscription()
  return (
    <Container size={520} py={64}>
      <PageTitle title={t`Confirm your subscription`} mb="lg" />
      {token === '' && !confirm.isSuccess ? (
        <Outcome bad text={t`This link is incomplete. Open it again from the email.`} />
      ) : confirm.isSuccess ? (
        <Outcome text={t`Subscription confirmed. You receive the newsletter from now on.`}>
          <TextLink to="/newsletter/preferences" hash={confirm.data.token ?? ''} underline="always">
            <Trans>Newsletter settings</Trans>
          </TextLink>
        </Outcome>
      ) : (
        <Stack>
          {confirm.error && <Failure error={confirm.error} />}
          <Text>
            <Trans>Do you want to receive the newsletter of {name} by email?</Trans>
          </Text>
          <Button size="md" loading={confirm.isPending} onClick={() => confirm.mutate(token)}>
            <Trans>Confirm subscription</Trans>
          </Button>
        </Stack>
      )}
    </Container>
  )
}
