import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Card, Checkbox, Group, Text, Textarea, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { fieldErrors } from '@/api/client'
import { Confirm } from '@/shared/confirm'
import { FormDialog } from '@/shared/form-dialog'
import { toDay } from '@/shared/format'
import { TextLink } from '@/shared/link'
import { money } from '@/shared/money'
import { personName } from '@/shared/person-name'
import { toast } from '@/shared/toasts'

import { type FailedRefund, failedRefundsQuery, useResolveRefund } from './api'

type Choice = { refund: FailedRefund; sendsAgain: boolean }

/** Refunds that did not reach their buyers, on which an administrator has to decide. */
export function FailedRefunds() {
  const [choice, setChoice] = useState<Choice>()
  const failed = useQuery(failedRefundsQuery)
  if (!failed.data || failed.data.items.length === 0) return null
  return (
    <Card withBorder padding="md" radius="lg" mb="md" component="section" aria-label={t`Failed refunds`}>
      <Title order={2} size="h4">{t`Failed refunds`}</Title>
      <Text size="sm" c="dimmed">
        {t`This money did not reach the buyers. Send it again, or settle it with them in another way and note how.`}
      </Text>
      {failed.data.items.map((refund) => (
        <FailedRow key={refund.id} refund={refund} onChoose={setChoice} />
      ))}
      {choice?.sendsAgain && <SendAgainDialog refund={choice.refund} onClose={() => setChoice(undefined)} />}
      {choice && !choice.sendsAgain && <DoneDialog refund={choice.refund} onClose={() => setChoice(undefined)} />}
    </Card>
  )
}

type RowProps = { refund: FailedRefund; onChoose: (choice: Choice) => void }

function FailedRow({ refund, onChoose }: RowProps) {
  const { order_id, order_number, buyer_name, amount, currency, reason, updated_at, reversed_at, ends_access } = refund
  const day = toDay(reversed_at ?? updated_at)
  return (
    <Group justify="space-between" mt="sm">
      <div>
        <Text fw={600} component="div">
          <TextLink to="/checkout" search={{ order: order_id }}>
            {order_number}
          </TextLink>
          , {personName(buyer_name)}, {money(amount, currency)}
        </Text>
        <Text size="sm" c="dimmed">
          {[
            reversed_at ? t`Failed on ${day} after it had succeeded; its credit note is reversed` : t`Failed on ${day}`,
            reversed_at && ends_access && t`access stays closed`,
          ]
            .filter(Boolean)
            .join('; ')}
        </Text>
        <Text size="sm">{reason}</Text>
      </div>
      <Group gap="xs">
        <Button
          variant="default"
          aria-label={t`Send refund of ${order_number} again`}
          onClick={() => onChoose({ refund, sendsAgain: true })}
        >
          <Trans>Send again</Trans>
        </Button>
        <Button
          variant="subtle"
          aria-label={t`Mark refund of ${order_number} as settled`}
          onClick={() => onChoose({ refund, sendsAgain: false })}
        >
          <Trans>Mark as settled</Trans>
        </Button>
      </Group>
    </Group>
  )
}

type Props = { refund: FailedRefund; onClose: () => void }

function SendAgainDialog({ refund: { id, amount, currency, buyer_name }, onClose }: Props) {
  const resolve = useResolveRefund(id)
  const [sum, name] = [money(amount, currency), personName(buyer_name)]
  return (
    <Confirm
      title={t`Send ${sum} again?`}
      text={t`The payment provider sends ${sum} to ${name} once more. A closed account or an expired card fails again: ask ${name} first.`}
      action={t`Send again`}
      onConfirm={() =>
        resolve.mutate(
          { send_again: true },
          {
            onSuccess: () => {
              toast(t`Refund started.`)
              onClose()
            },
          },
        )
      }
      onClose={onClose}
      pending={resolve.isPending}
      error={resolve.error}
    />
  )
}

function DoneDialog({ refund: { id, order_number, can_reopen }, onClose }: Props) {
  const resolve = useResolveRefund(id)
  const form = useForm({ initialValues: { note: '', reopens: false } })
  const errors = fieldErrors(resolve.error)
  return (
    <FormDialog
      title={t`Mark refund of ${order_number} as settled`}
      submit={t`Mark as settled`}
      onClose={onClose}
      onSubmit={form.onSubmit(({ note, reopens }) =>
        resolve.mutate(
          { note, reopen_access: reopens },
          {
            onSuccess: () => {
              toast(t`Refund settled.`)
              onClose()
            },
          },
        ),
      )}
      mutation={resolve}
      fields={['note']}
    >
      <Text>{t`No money moves. The order keeps counting this amount as paid.`}</Text>
      <Textarea
        required
        label={t`What you have done instead`}
        description={t`For the audit log, such as: transferred to another account.`}
        rows={3}
        {...form.getInputProps('note')}
        error={errors.note}
      />
      {can_reopen && (
        <Checkbox
          label={t`Open the courses of this order again`}
          {...form.getInputProps('reopens', { type: 'checkbox' })}
        />
      )}
    </FormDialog>
  )
}
