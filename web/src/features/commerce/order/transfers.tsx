import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Button, Card, Group, NumberInput, Stack, Text, Textarea, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { fieldErrors } from '@/api/client'
import { FormDialog } from '@/shared/form-dialog'
import { toField } from '@/shared/local-time'
import { amountField, minorDigits, money } from '@/shared/money'
import { personName } from '@/shared/person-name'
import { toast } from '@/shared/toasts'

import { type Transfer, transfersQuery, useDecideTransfer } from './api'

/** Bank transfers on which an administrator has to decide. */
export function Transfers() {
  const [deciding, setDeciding] = useState<{ transfer: Transfer; approve: boolean }>()
  const transfers = useQuery(transfersQuery)
  if (!transfers.data || transfers.data.items.length === 0) return null
  return (
    <Card withBorder padding="md" radius="lg" mb="md" component="section" aria-label={t`Bank transfers`}>
      <Title order={2} size="h4">{t`Bank transfers`}</Title>
      {transfers.data.items.map((transfer) => {
        const { id, order_number, buyer_name, amount, currency, reference, proof_name, proof_url } = transfer
        return (
          <Group key={id} justify="space-between" mt="sm">
            <div>
              <Text fw={600}>
                {order_number}, {personName(buyer_name)}, {money(amount, currency)}
              </Text>
              <Text size="sm" c="dimmed">
                {reference}
                {', '}
                {proof_url ? (
                  <Anchor href={proof_url} target="_blank" rel="noreferrer" size="sm">
                    {proof_name}
                  </Anchor>
                ) : (
                  t`no proof yet`
                )}
              </Text>
            </div>
            <Group gap="xs">
              <Button
                variant="default"
                aria-label={t`Approve ${order_number}`}
                onClick={() => setDeciding({ transfer, approve: true })}
              >
                <Trans>Approve</Trans>
              </Button>
              <Button
                variant="subtle"
                color="red"
                aria-label={t`Decline ${order_number}`}
                onClick={() => setDeciding({ transfer, approve: false })}
              >
                <Trans>Decline</Trans>
              </Button>
            </Group>
          </Group>
        )
      })}
      {deciding && <DecisionDialog {...deciding} onClose={() => setDeciding(undefined)} />}
    </Card>
  )
}

type DialogProps = { transfer: Transfer; approve: boolean; onClose: () => void }

function DecisionDialog({ transfer: { id, order_number, amount, currency }, approve, onClose }: DialogProps) {
  const decide = useDecideTransfer(id)
  const unit = 10 ** minorDigits(currency)
  const form = useForm({
    initialValues: {
      amount: amount / unit,
      value_date: toField(new Date().toISOString()).slice(0, 10),
      bank_ref: '',
      reason: '',
    },
  })
  const errors = fieldErrors(decide.error)
  const submit = form.onSubmit(({ amount, reason, ...arrival }) =>
    decide.mutate(approve ? { amount: Math.round(Number(amount) * unit), ...arrival } : { reason }, {
      onSuccess: () => {
        toast(approve ? t`Bank transfer approved.` : t`Bank transfer declined.`)
        onClose()
      },
    }),
  )
  return (
    <FormDialog
      title={
        approve ? t`Approve the bank transfer for ${order_number}` : t`Decline the bank transfer for ${order_number}`
      }
      submit={approve ? t`Approve` : t`Decline`}
      {...(!approve && { color: 'red' })}
      onClose={onClose}
      onSubmit={submit}
      mutation={decide}
      fields={['amount', 'value_date', 'bank_ref', 'reason']}
    >
      {approve ? (
        <Stack gap="sm">
          <NumberInput
            required
            label={t`Amount received in ${currency}`}
            description={t`As shown in your account. The order is paid only by the exact amount due.`}
            {...amountField(currency)}
            {...form.getInputProps('amount')}
            error={errors.amount}
          />
          <TextInput
            required
            type="date"
            label={t`Value date`}
            description={t`The day the money reached your account.`}
            {...form.getInputProps('value_date')}
            error={errors.value_date}
          />
          <TextInput
            label={t`Bank reference`}
            description={t`Optional: the reference that your bank shows.`}
            maxLength={140}
            {...form.getInputProps('bank_ref')}
            error={errors.bank_ref}
          />
        </Stack>
      ) : (
        <Textarea
          required
          label={t`Reason`}
          description={t`The buyer sees this.`}
          autosize
          {...form.getInputProps('reason')}
          error={errors.reason}
        />
      )}
    </FormDialog>
  )
}
