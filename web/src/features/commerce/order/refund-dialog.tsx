import { t } from '@lingui/core/macro'
import { Checkbox, NumberInput, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'

import { fieldErrors } from '@/api/client'
import { FormDialog } from '@/shared/form-dialog'
import { amountField, minorDigits, money } from '@/shared/money'
import { toast } from '@/shared/toasts'

import { type Order, useRefund } from './api'

type Props = { order: Order; onClose: () => void }

/** Sends back a part of an order, or all of it. */
export function RefundDialog({ order, onClose }: Props) {
  const { currency, number } = order
  const refund = useRefund(order.id)
  const unit = 10 ** minorDigits(currency)
  const left = order.paid - order.refunded
  const form = useForm({ initialValues: { amount: left / unit, reason: '', endsAccess: true } })
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
      title={t`Refund ${number}`}
      submit={t`Refund`}
      color="red"
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
        autosize
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
