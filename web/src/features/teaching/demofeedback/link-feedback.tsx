import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Card, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { QueryView } from '@/shared/query-view'
import { toast } from '@/shared/toasts'

import { linkFeedbackQuery, useGiveByLink } from './api'
import { FeedbackForm } from './feedback-form'
import { FeedbackText } from './feedback-text'

/** Feedback on the demo class of a link: the form, or what was sent. */
export function LinkFeedback({ token }: { token: string }) {
  const feedback = useQuery(linkFeedbackQuery(token))
  const give = useGiveByLink(token)
  const save = {
    ...give,
    mutate: (body: Parameters<typeof give.mutate>[0]) =>
      give.mutate(body, { onSuccess: () => toast(t`Thank you. Your feedback was sent.`) }),
  }
  return (
    <Card withBorder component="section" aria-label={t`Feedback`}>
      <Title order={2} size="h4" mb="sm">
        <Trans>Your feedback</Trans>
      </Title>
      <QueryView query={feedback} skeleton={<Skeleton h={640} />}>
        {({ canGive, feedback: given }) => {
          if (given) return <FeedbackText feedback={given} />
          if (canGive) return <FeedbackForm save={save} />
          return (
            <Text c="dimmed">
              <Trans>Feedback can be given until 90 days after a demo class.</Trans>
            </Text>
          )
        }}
      </QueryView>
    </Card>
  )
}
