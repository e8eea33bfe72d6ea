import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Card, Group, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { fieldErrors } from '@/api/client'
import { Confirm } from '@/shared/confirm'
import { FormDialog } from '@/shared/form-dialog'
import { Day } from '@/shared/moment'
import { money } from '@/shared/money'
import { personName } from '@/shared/person-name'
import { toast } from '@/shared/toasts'

import { type HeldPayment, heldQuery, useReturnHeld, useSettleHeld } from './api'

/** Payments that don't match their order, on which an administrator has to decide. */
export function Held() {
  const [settling, setSettling] = useState<HeldPayment>()
  const [returning, setReturning] = useState<HeldPayment>()
  const held = useQuery(heldQuery)
  if (!held.data || held.data.items.length === 0) return null
  return (
    <Card withBorder padding="md" radius="lg" mb="md" component="section" aria-label={t`Payments to settle`}>
      <Title order={2} size="h4">{t`Payments to settle`}</Title>
      <Text size="sm" c="dimmed">{t`Money has arrived that doesn't match its order.`}</Text>
      {held.data.items.map((payment) => {
        const { id, order_number, buyer_name, amount, currency, provider_ref, received_at } = payment
        return (
          <Group key={id} justify="space-between" mt="sm">
            <div>
              <Text fw={600}>
                {order_number}, {personName(buyer_name)}, {money(amount, currency)}
              </Text>
              <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                <Day at={received_at} />
                {', '}
                {provider_ref}
              </Text>
            </div>
            <Group gap="xs">
              <Button variant="default" aria-label={t`Settle ${order_number}`} onClick={() => setSettling(payment)}>
                <Trans>Settle</Trans>
              </Button>
              <Button
                variant="subtle"
                color="red"
                aria-label={t`Return ${order_number}`}
                onClick={() => setReturning(payment)}
              >
                <Trans>Return</Trans>
              </Button>
            </Group>
          </Group>
        )
      })}
      {settling && <SettleDialog payment={settling} onClose={() => setSettling(undefined)} />}
      {returning && <ReturnDialog payment={returning} onClose={() => setReturning(undefined)} />}
    </Card>
  )
}

type Props = { payment: HeldPayment; onClose: () => void }

function SettleDialog({ payment: { id, order_number, amount, currency, order_total }, onClose }: Props) {
  const settle = useSettleHeld(id)
  const form = useForm({ initialValues: { order_number } })
  const errors = fieldErrors(settle.error)
  const [received, due] = [money(amount, currency), money(order_total, currency)]
  return (
    <FormDialog
      title={t`Settle a payment of ${received}`}
      submit={t`Settle`}
      onClose={onClose}
      onSubmit={form.onSubmit((body) =>
        settle.mutate(body, {
          onSuccess: () => {
            toast(t`Payment settled.`)
            onClose()
          },
        }),
      )}
      mutation={settle}
      fields={['order_number']}
    >
      <Text>
        {t`${order_number} costs ${due}. The order you choose counts as paid in full: anything above its total goes back to the buyer, and anything missing is booked as bank fees.`}
      </Text>
      <TextInput required label={t`Order number`} {...form.getInputProps('order_number')} error={errors.order_number} />
    </FormDialog>
  )
}

function ReturnDialog({ payment: { id, amount, currency, provider }, onClose }: Props) {
  const sendBack = useReturnHeld(id)
  const received = money(amount, currency)
  return (
    <Confirm
      title={t`Return ${received}?`}
      text={
        provider === 'bank_transfer'
          ? t`Transfer the money back from your bank account. The order stays unpaid.`
          : t`The payment provider sends the money back. The order stays unpaid.`
      }
      action={t`Return`}
      danger
      onConfirm={() =>
        sendBack.mutate(undefined, {
          onSuccess: () => {
            toast(t`Payment returned.`)
            onClose()
          },
        })
      }
      onClose={onClose}
      pending={sendBack.isPending}
      error={sendBack.error}
    />
  )
}
