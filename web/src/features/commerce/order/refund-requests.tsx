import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Card, Group, Text, Textarea, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { fieldErrors } from '@/api/client'
import { FormDialog } from '@/shared/form-dialog'
import { toDay } from '@/shared/format'
import { TextLink } from '@/shared/link'
import { money } from '@/shared/money'
import { personName } from '@/shared/person-name'
import { toast } from '@/shared/toasts'

import { RefundForm } from './refund-dialog'
import {
  type OpenRefundRequest,
  openRefundRequestsQuery,
  useApproveRefund,
  useRefuseRefund,
} from './refund-request-api'

type Choice = { request: OpenRefundRequest; approves: boolean }

/** Buyers' requests for refunds, on which an administrator has to decide. */
export function RefundRequests() {
  const [choice, setChoice] = useState<Choice>()
  const open = useQuery(openRefundRequestsQuery)
  if (!open.data || open.data.items.length === 0) return null
  return (
    <Card withBorder padding="md" radius="lg" mb="md" component="section" aria-label={t`Refund requests`}>
      <Title order={2} size="h4">{t`Refund requests`}</Title>
      <Text size="sm" c="dimmed">
        {t`These buyers ask for their money back. Approve a request to refund all or a part, or refuse it with a reason that the buyer reads.`}
      </Text>
      {open.data.items.map((request) => (
        <RequestRow key={request.id} request={request} onChoose={setChoice} />
      ))}
      {choice?.approves && <ApproveRefundDialog request={choice.request} onClose={() => setChoice(undefined)} />}
      {choice && !choice.approves && <RefuseDialog request={choice.request} onClose={() => setChoice(undefined)} />}
    </Card>
  )
}

type RowProps = { request: OpenRefundRequest; onChoose: (choice: Choice) => void }

function RequestRow({ request, onChoose }: RowProps) {
  const { order_id, order_number, buyer_name, title, paid, refundable, currency, reason, created_at } = request
  const day = toDay(created_at)
  const [left, all] = [money(refundable, currency), money(paid, currency)]
  return (
    <Group justify="space-between" mt="sm" align="flex-start">
      <div style={{ flex: '1 1 260px', minWidth: 0 }}>
        <Text fw={600} component="div">
          <TextLink to="/checkout" search={{ order: order_id }}>
            {order_number}
          </TextLink>
          , {personName(buyer_name)}, {title}
        </Text>
        <Text size="sm" c="dimmed">
          {refundable === 0
            ? t`Requested on ${day}; nothing is left of ${all} to refund`
            : refundable < paid
              ? t`Requested on ${day}; ${left} of ${all} can be refunded`
              : t`Requested on ${day}; ${all} paid`}
        </Text>
        <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {reason}
        </Text>
      </div>
      <Group gap="xs">
        {refundable > 0 && (
          <Button
            variant="default"
            aria-label={t`Approve refund of ${order_number}`}
            onClick={() => onChoose({ request, approves: true })}
          >
            <Trans>Approve</Trans>
          </Button>
        )}
        <Button
          variant="subtle"
          aria-label={t`Refuse refund of ${order_number}`}
          onClick={() => onChoose({ request, approves: false })}
        >
          <Trans context="a request">Refuse</Trans>
        </Button>
      </Group>
    </Group>
  )
}

type Props = { request: OpenRefundRequest; onClose: () => void }

function ApproveRefundDialog({ request: { id, order_number, refundable, currency }, onClose }: Props) {
  return (
    <RefundForm
      title={t`Approve refund of ${order_number}`}
      currency={currency}
      left={refundable}
      reason={t`At the buyer's request`}
      refund={useApproveRefund(id)}
      onClose={onClose}
    />
  )
}

function RefuseDialog({ request: { id, order_number }, onClose }: Props) {
  const refuse = useRefuseRefund(id)
  const form = useForm({ initialValues: { reason: '' } })
  const errors = fieldErrors(refuse.error)
  return (
    <FormDialog
      title={t`Refuse refund of ${order_number}`}
      submit={t`Refuse refund`}
      color="red.9"
      onClose={onClose}
      onSubmit={form.onSubmit((values) =>
        refuse.mutate(values, {
          onSuccess: () => {
            toast(t`Refund refused.`)
            onClose()
          },
        }),
      )}
      mutation={refuse}
      fields={['reason']}
    >
      <Textarea
        required
        label={t`Reason`}
        description={t`The buyer reads it and can't ask again for this order.`}
        rows={3}
        {...form.getInputProps('reason')}
        error={errors.reason}
      />
    </FormDialog>
  )
}
