import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Stack, Text, Textarea, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { fieldErrors } from '@/api/client'
import { FormDialog } from '@/shared/form-dialog'
import { dated, toDay } from '@/shared/format'
import { money } from '@/shared/money'
import { Failure } from '@/shared/query-view'
import { toast } from '@/shared/toasts'

import {
  type OrderRefundRequests,
  refundRequestsQuery,
  useAskForRefund,
  useWithdrawRefundRequest,
} from './refund-request-api'

type Props = { orderId: string }

/** Lets the buyer of an order ask for a refund, and says what became of the request. */
export function RefundRequest({ orderId }: Props) {
  const found = useQuery(refundRequestsQuery(orderId))
  const [asks, setAsks] = useState(false)
  if (!found.data || !hasAnythingToSay(found.data)) return null
  const { can_ask, last_day } = found.data
  const day = last_day && dated(last_day)
  return (
    <section aria-label={t`Refund request`}>
      <Title order={2} size="h4" mb="xs">{t`Refund request`}</Title>
      <Stack gap="xs" align="flex-start">
        <Newest orderId={orderId} found={found.data} />
        {can_ask && (
          <>
            <Text>{t`You can ask for a refund until ${day}.`}</Text>
            <Button variant="default" onClick={() => setAsks(true)}>
              <Trans>Ask for a refund</Trans>
            </Button>
          </>
        )}
        <WhyNot found={found.data} />
      </Stack>
      {asks && <AskDialog orderId={orderId} day={day} onClose={() => setAsks(false)} />}
    </section>
  )
}

const explained: (string | undefined)[] = ['window_over', 'disputed', 'gift_redeemed']

const hasAnythingToSay = ({ can_ask, why_not, requests }: OrderRefundRequests) =>
  can_ask || explained.includes(why_not) || requests.some(({ status }) => status !== 'withdrawn')

function WhyNot({ found: { why_not, last_day } }: { found: OrderRefundRequests }) {
  const day = last_day && dated(last_day)
  switch (why_not) {
    case 'window_over':
      return <Text>{t`A refund could be requested until ${day}.`}</Text>
    case 'disputed':
      return <Text>{t`You can't ask for a refund while the payment is disputed at your bank.`}</Text>
    case 'gift_redeemed':
      return <Text>{t`The gift has been redeemed, so you can't ask for a refund here.`}</Text>
    default:
      return null
  }
}

/** The newest request, unless it was withdrawn. */
function Newest({ orderId, found: { requests, why_not, currency } }: Props & { found: OrderRefundRequests }) {
  const withdraw = useWithdrawRefundRequest(orderId)
  const [request] = requests
  if (!request || request.status === 'withdrawn') return null
  const { id, status, reason, answer, amount, created_at, decided_at } = request
  const asked = toDay(created_at)
  const decided = decided_at ? toDay(decided_at) : ''
  const sum = money(amount, currency)
  if (status === 'approved')
    return <Text role="status">{t`The school approved the refund of ${sum} on ${decided}.`}</Text>
  if (status === 'refused') {
    return (
      <div role="status">
        <Text>{t`The school refused the refund on ${decided}:`}</Text>
        <Written text={answer} />
      </div>
    )
  }
  return (
    <>
      <div role="status">
        <Text>{t`A refund was requested on ${asked}. The school has not decided yet.`}</Text>
        <Written text={reason} />
      </div>
      {why_not === 'already_asked' && (
        <Button
          variant="default"
          loading={withdraw.isPending}
          onClick={() => withdraw.mutate(id, { onSuccess: () => toast(t`Refund request withdrawn.`) })}
        >
          <Trans>Withdraw request</Trans>
        </Button>
      )}
      {withdraw.error && <Failure error={withdraw.error} />}
    </>
  )
}

/** What a person has written, in their lines. */
function Written({ text }: { text: string }) {
  if (!text) return null
  return (
    <Text c="dimmed" mt={4} style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
      {text}
    </Text>
  )
}

function AskDialog({ orderId, day, onClose }: Props & { day: string; onClose: () => void }) {
  const ask = useAskForRefund(orderId)
  const form = useForm({ initialValues: { reason: '' } })
  const errors = fieldErrors(ask.error)
  return (
    <FormDialog
      title={t`Ask for a refund`}
      submit={t`Send request`}
      onClose={onClose}
      onSubmit={form.onSubmit((values) =>
        ask.mutate(values, {
          onSuccess: () => {
            toast(t`Refund requested.`)
            onClose()
          },
        }),
      )}
      mutation={ask}
      fields={['reason']}
    >
      <Text>{t`You can ask until ${day}. The school decides and you are notified. Until then you keep what you have bought.`}</Text>
      <Textarea
        required
        label={t`Reason`}
        description={t`The administrators of the school read it.`}
        rows={3}
        {...form.getInputProps('reason')}
        error={errors.reason}
      />
    </FormDialog>
  )
}
