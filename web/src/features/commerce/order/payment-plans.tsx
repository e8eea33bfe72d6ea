import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'

import { Confirm } from '@/shared/confirm'
import { toDay } from '@/shared/format'
import { money } from '@/shared/money'
import { Failure } from '@/shared/query-view'
import { toast } from '@/shared/toasts'

import { type Due, type PaymentPlan, useCancelPlan, useOrderDue } from './api'
import { DueList } from './due-list'
import { planState } from './plan-labels'

/** The courses that the user pays in instalments, with what is due next. */
export function PaymentPlans({ plans }: { plans: PaymentPlan[] }) {
  if (plans.length === 0) return null
  return (
    <Stack mb="lg" component="section" aria-label={t`Instalments`}>
      <Title order={2} size="h4">{t`Instalments`}</Title>
      {plans.map((plan) => (
        <Plan key={plan.id} plan={plan} />
      ))}
    </Stack>
  )
}

function Plan({ plan }: { plan: PaymentPlan }) {
  const { title, status, dues, access_until, written_off_at, currency } = plan
  const [cancelling, setCancelling] = useState(false)
  const pay = useOrderDue()
  const navigate = useNavigate()
  const [label, color] = planState(plan)
  const next = dues.find((due) => due.status === 'overdue' || due.status === 'open')
  const until = access_until && toDay(access_until)
  const amount = next ? money(next.amount, currency) : ''
  return (
    <Card withBorder padding="md" radius="lg">
      <Group justify="space-between">
        <Text fw={600}>{title}</Text>
        <Badge variant="light" color={color} tt="none">
          {t(label)}
        </Badge>
      </Group>
      {status === 'past_due' && (
        <Text size="sm">{t`The course is closed until you pay what is overdue. Your progress stays.`}</Text>
      )}
      {written_off_at && <Text size="sm">{t`You don't have to pay the rest of the instalments.`}</Text>}
      {status === 'cancelled' && (
        <Text size="sm" c="dimmed">
          {until ? t`The course stays open until ${until}.` : t`The course is closed.`}
        </Text>
      )}
      <DueList dues={dues} currency={currency} />
      {next && (
        <Group>
          <Button
            loading={pay.isPending}
            onClick={() =>
              pay.mutate(next.id, {
                onSuccess: ({ id }) => void navigate({ to: '/checkout', search: { order: id } }),
              })
            }
          >
            {t`Pay ${amount}`}
          </Button>
          <Button variant="default" onClick={() => setCancelling(true)}>
            <Trans>Cancel instalments</Trans>
          </Button>
        </Group>
      )}
      {pay.error && <Failure error={pay.error} />}
      {cancelling && <CancelPlan plan={plan} next={next} onClose={() => setCancelling(false)} />}
    </Card>
  )
}

type CancelProps = { plan: PaymentPlan; next: Due | undefined; onClose: () => void }

function CancelPlan({ plan: { id, title, status }, next, onClose }: CancelProps) {
  const cancel = useCancelPlan(id)
  const until = next ? toDay(next.due_at) : ''
  return (
    <Confirm
      title={t`Cancel the instalments for ${title}?`}
      text={
        status === 'active'
          ? t`You pay nothing more. The course stays open until ${until}. You can't undo this, and what you have paid isn't refunded.`
          : t`You pay nothing more, and the course stays closed. You can't undo this, and what you have paid isn't refunded.`
      }
      action={t`Cancel instalments`}
      danger
      onConfirm={() =>
        cancel.mutate(undefined, {
          onSuccess: () => {
            toast(t`Instalments cancelled.`)
            onClose()
          },
        })
      }
      onClose={onClose}
      pending={cancel.isPending}
      error={cancel.error}
    />
  )
}
