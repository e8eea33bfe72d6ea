import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Box, Button, Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'

import { orderKeys } from '@/features/commerce/order/keys'
import { courseKeys } from '@/features/learning/course/keys'
import { toDay } from '@/shared/format'
import { ButtonLink } from '@/shared/link'
import { PageHead } from '@/shared/page-head'
import { offeredProvidersQuery } from '@/shared/payment-providers'
import { PriceLines } from '@/shared/price-lines'
import { Failure, QueryView } from '@/shared/query-view'

import {
  isUndecided,
  type Order,
  orderQuery,
  type Progress,
  progressQuery,
  useBeginPayment,
  useCancelOrder,
} from './api'
import { OrderHistory } from './order-history'
import { ProviderChoice } from './provider-choice'
import { canBeSimulated, TestEvents } from './test-events'
import { TransferCard } from './transfer-card'

type Props = {
  orderId: string
  leave: (address: string) => void
  /** Whether the user may simulate what happens to payments at the test provider, as administrators may. */
  canSimulate?: boolean
  /** What the buyer can ask for after the payment. */
  refund?: ReactNode
}

/** An order after its buyer has come back from the payment page: what has become of it. */
export function OrderPage({ orderId, leave, canSimulate = false, refund }: Props) {
  const client = useQueryClient()
  const order = useQuery(orderQuery(orderId))
  const progress = useQuery(progressQuery(orderId))
  const status = progress.data?.status
  useEffect(() => {
    if (!status || status === 'pending') return
    void client.invalidateQueries({ queryKey: orderKeys.one(orderId) })
    void client.invalidateQueries({ queryKey: orderKeys.refundRequests(orderId) })
    void client.invalidateQueries({ queryKey: courseKeys.all })
  }, [client, orderId, status])
  return (
    <QueryView query={order} skeleton={<Skeleton height={360} radius="lg" />} isPage>
      {(data) => (
        <>
          <PageHead title={t`Order ${data.number}`} />
          <Card withBorder padding="lg" radius="lg" maw={560}>
            <Stack>
              <OrderState order={data} progress={progress.data} leave={leave} />
              <PriceLines price={data} />
              {progress.data && <OrderHistory progress={progress.data} />}
              {progress.data && refund}
            </Stack>
          </Card>
          {canSimulate &&
            progress.data?.attempts
              .filter(canBeSimulated)
              .map(({ id }) => <TestEvents key={id} id={id} orderId={orderId} />)}
        </>
      )}
    </QueryView>
  )
}

type StateProps = { order: Order; progress: Progress | undefined; leave: (address: string) => void }

function OrderState({ order, progress, leave }: StateProps) {
  const [newest] = progress?.attempts ?? []
  const status = progress?.status ?? order.status
  const [line] = order.lines
  // Access that a refund has ended stays closed, also when the refund did not arrive.
  const returned = progress?.refunds.filter(({ reversed_at, ends_access }) => reversed_at && ends_access) ?? []
  if (status === 'paid' && returned.length > 0) {
    return (
      <Text role="status">
        {returned.some(({ resolved_at }) => !resolved_at)
          ? t`The refund of this order did not arrive. Access stays closed while the school settles it.`
          : t`A refund has ended access to what was bought with this order.`}
      </Text>
    )
  }
  if (status === 'paid' && order.company_id) {
    return (
      <div role="status">
        <Title order={2} size="h3">{t`Paid. Your company has the seats.`}</Title>
        <Group mt="md">
          <ButtonLink to="/company" search={{ company: order.company_id, tab: 'seats' }}>
            <Trans>Assign seats</Trans>
          </ButtonLink>
        </Group>
      </div>
    )
  }
  if (status === 'paid' && line?.gift) {
    return (
      <div role="status">
        <Title order={2} size="h3">{t`Your gift is ready.`}</Title>
        <Text>{t`We send it by email on the day that you chose, or at once. You see what becomes of it with your payments.`}</Text>
        <Group mt="md">
          <ButtonLink to="/settings/payments" search={{ tab: 'gifts' }}>
            <Trans>See gifts</Trans>
          </ButtonLink>
        </Group>
      </div>
    )
  }
  if (status === 'paid') {
    return (
      <div role="status">
        <Title order={2} size="h3">{t`Paid. You're enrolled.`}</Title>
        <Group mt="md">
          {line?.course_id && (
            <ButtonLink to="/courses/$courseId" params={{ courseId: line.course_id }}>
              <Trans>Go to course</Trans>
            </ButtonLink>
          )}
          <ButtonLink to="/settings/payments" variant="default">
            <Trans>Payments and receipts</Trans>
          </ButtonLink>
        </Group>
      </div>
    )
  }
  if (status !== 'pending') return <Text role="status">{endTexts[status]?.() ?? null}</Text>
  if (newest?.provider === 'bank_transfer' && newest.status === 'processing')
    return <TransferCard orderId={order.id} dueAt={order.due_at} />
  if (newest?.status === 'processing') {
    return (
      <Text role="status">
        <Trans>
          Your bank hasn't confirmed the payment yet. You can leave this page: you'll be enrolled as soon as it does.
        </Trans>
      </Text>
    )
  }
  return (
    <Unpaid
      order={order}
      failure={newest?.failure ?? ''}
      live={progress && isUndecided(progress) ? newest?.provider : undefined}
      leave={leave}
    />
  )
}

const endTexts: Record<string, (() => string) | undefined> = {
  refunded: () => t`This order was refunded.`,
  partially_refunded: () => t`Part of this order was refunded.`,
  cancelled: () => t`This order was cancelled. Nothing was charged.`,
  expired: () => t`This order has expired. Order again to see the current price.`,
}

const failures: Record<string, (() => string) | undefined> = {
  declined: () => t`Your card was declined. Nothing was charged. Try another card.`,
  transfer_declined: () =>
    t`Your bank transfer was declined. Find the reason in your notifications. You can pay again.`,
}

type UnpaidProps = {
  order: Order
  failure: string
  /** The provider at which a payment is under way. */
  live: string | undefined
  leave: (address: string) => void
}

function Unpaid({ order, failure, live, leave }: UnpaidProps) {
  const providers = useQuery(offeredProvidersQuery(order.currency, order.total))
  const begin = useBeginPayment()
  const cancel = useCancelOrder()
  const [chosen, setChosen] = useState<string>()
  const offered = providers.data ?? []
  // An attempt that is under way goes on where it is, unless its buyer chooses otherwise.
  const provider = chosen ?? offered.find(({ name }) => name === live)?.name ?? offered[0]?.name
  const due = order.due_at && toDay(order.due_at)
  return (
    <div>
      {due && (
        <Text mb="md">
          {order.approved_at
            ? t`Your company has the seats. Pay the invoice by ${due}.`
            : t`Pay the invoice by ${due}. Your company gets the seats when the school approves the order or has received the money.`}
        </Text>
      )}
      {live === 'bank_transfer' ? (
        <TransferCard orderId={order.id} dueAt={order.due_at} />
      ) : (
        <Text role="status" fw={600}>
          {failures[failure]?.() ?? t`This order isn't paid yet.`}
        </Text>
      )}
      {order.can.includes('pay') && provider && (
        <Box mt="md">
          <ProviderChoice providers={offered} chosen={provider} onChoose={setChosen} />
        </Box>
      )}
      <Group mt="md">
        {order.can.includes('pay') && provider && !(live === provider && live === 'bank_transfer') && (
          <Button
            loading={begin.isPending || begin.isSuccess}
            onClick={() => begin.mutate({ id: order.id, provider }, { onSuccess: leave })}
          >
            {live === provider ? t`Continue to payment` : t`Pay`}
          </Button>
        )}
        {order.can.includes('cancel') && (
          <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate(order.id)}>
            <Trans>Cancel order</Trans>
          </Button>
        )}
      </Group>
      {begin.error && <Failure error={begin.error} />}
      {cancel.error && <Failure error={cancel.error} />}
    </div>
  )
}
