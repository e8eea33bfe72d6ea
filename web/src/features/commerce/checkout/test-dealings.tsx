import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { money } from '@/shared/money'
import { Failure } from '@/shared/query-view'

import { type TestDealings as Dealings, type Progress, type TestDeed, testDealingsQuery, useTestDeed } from './api'

/** Whether an attempt is a payment at the test provider, of which something can still happen. */
export const isPlayed = ({ provider, status }: Progress['attempts'][number]) =>
  provider === 'test' && (status === 'processing' || status === 'succeeded')

type Props = { id: string; orderId: string }

/** What an administrator lets happen to a payment at the test provider, as buyers and banks do with real ones. */
export function TestDealings({ id, orderId }: Props) {
  const dealings = useQuery(testDealingsQuery(id))
  const deed = useTestDeed(id, orderId)
  if (dealings.error) return <Failure error={dealings.error} />
  if (!dealings.data) return null
  const deeds = deedsOf(dealings.data)
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
        {deed.error && <Failure error={deed.error} />}
        {deeds.length === 0 && (
          <Text size="sm">
            <Trans>Nothing more can happen to this payment. Refund a part of it to try out a refund that fails.</Trans>
          </Text>
        )}
        <Group gap="xs">
          {deeds.map(({ body, label }) => (
            <Button
              key={`${body.deed} ${body.refund_id ?? ''}`}
              variant="default"
              loading={deed.isPending && deed.variables === body}
              onClick={() => deed.mutate(body)}
            >
              {label}
            </Button>
          ))}
        </Group>
      </Stack>
    </Card>
  )
}

type Deed = { body: TestDeed; label: string }

function deedsOf({ state, amount, refunded, currency, refunds, dispute }: Dealings): Deed[] {
  if (state === 'processing') return [{ body: { deed: 'fail_payment' }, label: t`Let the payment fail` }]
  const deeds: Deed[] = refunds
    .filter(({ failed_at }) => !failed_at)
    .map((refund) => {
      const sum = money(refund.amount, currency)
      return { body: { deed: 'fail_refund', refund_id: refund.id }, label: t`Let the refund of ${sum} fail` }
    })
  if (state === 'paid' && !dispute && refunded < amount) {
    const sum = money(amount - refunded, currency)
    deeds.push({ body: { deed: 'dispute' }, label: t`Dispute ${sum}` })
  }
  if (dispute?.status === 'needs_response') {
    deeds.push(
      { body: { deed: 'dispute_won' }, label: t`Decide the dispute for the school` },
      { body: { deed: 'dispute_lost' }, label: t`Decide the dispute for the buyer` },
    )
  }
  return deeds
}
