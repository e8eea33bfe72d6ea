import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { money } from '@/shared/money'
import { Failure } from '@/shared/query-view'

import { type Progress, type TestEvent, type TestPaymentDetail, testEventsQuery, useTestEvent } from './api'

/** Whether an attempt is a payment at the test provider, of which something can still happen. */
export const canBeSimulated = ({ provider, status }: Progress['attempts'][number]) =>
  provider === 'test' && (status === 'processing' || status === 'succeeded')

type Props = { id: string; orderId: string }

/** Simulates what buyers and banks do with payments. */
export function TestEvents({ id, orderId }: Props) {
  const payment = useQuery(testEventsQuery(id))
  const event = useTestEvent(id, orderId)
  if (payment.error) return <Failure error={payment.error} />
  if (!payment.data) return null
  const events = eventsOf(payment.data)
  return (
    <Card withBorder padding="lg" radius="lg" maw={560} mt="md" component="section" aria-label={t`Test provider`}>
      <Stack>
        <div>
          <Title order={2} size="h4">{t`Test provider`}</Title>
          <Text size="sm" c="dimmed">
            <Trans>
              Try out what banks do with payments. The test provider sends its messages within seconds, as a real one
              would.
            </Trans>
          </Text>
        </div>
        {event.error && <Failure error={event.error} />}
        {events.length === 0 && (
          <Text size="sm">
            <Trans>Nothing more can happen to this payment. To try out a refund that fails, refund a part of it.</Trans>
          </Text>
        )}
        <Group gap="xs">
          {events.map(({ body, label }) => (
            <Button
              key={`${body.event} ${body.refund_id ?? ''}`}
              variant="default"
              loading={event.isPending && event.variables === body}
              onClick={() => event.mutate(body)}
            >
              {label}
            </Button>
          ))}
        </Group>
      </Stack>
    </Card>
  )
}

type Choice = { body: TestEvent; label: string }

function eventsOf({ state, amount, refunded, currency, refunds, dispute }: TestPaymentDetail): Choice[] {
  if (state === 'processing') return [{ body: { event: 'payment_failed' }, label: t`Fail this payment` }]
  const events: Choice[] = refunds
    .filter(({ failed_at }) => !failed_at)
    .map((refund) => {
      const sum = money(refund.amount, currency)
      return { body: { event: 'refund_failed', refund_id: refund.id }, label: t`Fail the refund of ${sum}` }
    })
  if (state === 'paid' && !dispute && refunded < amount) {
    const sum = money(amount - refunded, currency)
    events.push({ body: { event: 'dispute_opened' }, label: t`Open a dispute over ${sum}` })
  }
  if (dispute?.status === 'needs_response') {
    events.push(
      { body: { event: 'dispute_won' }, label: t`Decide the dispute for the school` },
      { body: { event: 'dispute_lost' }, label: t`Decide the dispute for the buyer` },
    )
  }
  return events
}
