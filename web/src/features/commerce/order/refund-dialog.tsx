import { t } from '@lingui/core/macro'
import { Checkbox, NumberInput, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'

import { fieldErrors, type Schema } from '@/api/client'
import { FormDialog } from '@/shared/form-dialog'
import { amountField, minorDigits, money } from '@/shared/money'
import { toast } from '@/shared/toasts'

import { type Order, useRefund } from './api'

/** Sends back a part of an order, or all of it. */
export function RefundDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { id, currency, number, paid, refunded } = order
  return (
    <RefundForm
      title={t`Refund ${number}`}
      currency={currency}
      left={paid - refunded}
      refund={useRefund(id)}
      onClose={onClose}
    />
  )
}

type Props = {
  title: string
  currency: string
  /** What can be refunded at most, in the minor unit of the currency. */
  left: number
  /** The reason at first. */
  reason?: string
  /** Begins the refund. */
  refund: {
    mutate: (body: Schema<'NewRefund'>, options: { onSuccess: () => void }) => void
    isPending: boolean
    error: Error | null
  }
  onClose: () => void
}

/** Asks how much is refunded, why, and whether it ends the access. */
export function RefundForm({ title, currency, left, reason = '', refund, onClose }: Props) {
  const unit = 10 ** minorDigits(currency)
  const form = useForm({ initialValues: { amount: left / unit, reason, endsAccess: true } })
  const errors = fieldErrors(refund.error)
  const leftWritten = money(left, currency)
  const submit = form.onSubmit(({ amount, reason, endsAccess }) =>
    refund.mutate(
      { amount: Math.round(Number(amount) * unit), reason, ends_access: endsAccess },
      {
        onSuccess: () => {
          toast(t`Refund started.`)
          onClose()
        },
      },
    ),
  )
  return (
    <FormDialog
      title={title}
      submit={t`Refund`}
      color="red.9"
      onClose={onClose}
      onSubmit={submit}
      mutation={refund}
      fields={['amount', 'reason']}
    >
      <Text>{t`You can refund up to ${leftWritten}.`}</Text>
      <NumberInput
        required
        label={t`Amount in ${currency}`}
        {...amountField(currency)}
        max={left / unit}
        {...form.getInputProps('amount')}
        error={errors.amount}
      />
      <Textarea
        required
        label={t`Reason`}
        description={t`Shown on the credit note.`}
        rows={3}
        {...form.getInputProps('reason')}
        error={errors.reason}
      />
      <Checkbox
        label={t`End access to the courses in this order`}
        {...form.getInputProps('endsAccess', { type: 'checkbox' })}
      />
    </FormDialog>
  )
}
