import { t } from '@lingui/core/macro'
import { Group, Stack, Text, Title } from '@mantine/core'

import { disputeLabels, disputeReason } from '@/shared/disputes'
import { Moment } from '@/shared/moment'
import { money } from '@/shared/money'

import type { Progress } from './api'

/** What has become of the money of an order, oldest first: payments, refunds and, for administrators, disputes. */
export function OrderHistory({ progress }: { progress: Progress }) {
  const entries = entriesOf(progress)
  if (entries.length === 0) return null
  return (
    <section aria-label={t`Payments and refunds`}>
      <Title order={2} size="h4" mb="xs">{t`Payments and refunds`}</Title>
      <Stack gap="xs">
        {entries.map(({ id, at, text, amount, currency }) => (
          <Group key={id} justify="space-between" wrap="nowrap" align="flex-start">
            <div>
              <Text>{text}</Text>
              <Text size="sm" c="dimmed">
                <Moment at={at} />
              </Text>
            </div>
            <Text style={{ whiteSpace: 'nowrap' }}>{money(amount, currency)}</Text>
          </Group>
        ))}
      </Stack>
    </section>
  )
}

type Entry = { id: string; at: string; text: string; amount: number; currency: string }

function entriesOf({ payments, refunds, disputes }: Progress): Entry[] {
  const currencies = new Map(payments.map(({ id, currency }) => [id, currency]))
  const entries = [
    ...payments.map(({ id, received_at, amount, currency, surplus }) => ({
      id,
      at: received_at,
      text: surplus ? t`Payment received that was not needed` : t`Payment received`,
      amount,
      currency,
    })),
    ...refunds
      .filter(({ origin, status }) => origin !== 'dispute' || status === 'succeeded')
      .map(({ id, created_at, amount, status, payment_id, origin, reversed_at }) => ({
        id,
        at: created_at,
        text: reversed_at
          ? t`Refunded, but it did not arrive`
          : origin === 'dispute'
            ? t`Taken back by the bank`
            : refundTexts[status](),
        amount: -amount,
        currency: currencies.get(payment_id) ?? '',
      })),
    ...disputes.map(({ id, created_at, amount, currency, status, reason }) => ({
      id,
      at: created_at,
      text: `${t`Dispute`}: ${t(disputeLabels[status])}, ${disputeReason(reason)}`,
      amount,
      currency,
    })),
  ]
  return entries.sort((a, b) => a.at.localeCompare(b.at))
}

const refundTexts = {
  processing: () => t`Refund on its way`,
  succeeded: () => t`Refunded`,
  failed: () => t`Refund failed`,
}
