import { t } from '@lingui/core/macro'
import { Alert, Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'

import { TextLink } from '@/shared/link'
import { money } from '@/shared/money'
import { Failure } from '@/shared/query-view'

import { type PaymentPlan, plansQuery, useOrderDue } from './api'

const isOverdue = ({ status }: PaymentPlan) => status === 'past_due'

/** The plan by which the user pays a course that is closed because an instalment is overdue. */
export const useOverduePlan = (courseId: string, wanted: boolean) =>
  useQuery({ ...plansQuery, enabled: wanted }).data?.items.find(
    (plan) => isOverdue(plan) && plan.course_id === courseId,
  )

/** The courses that are closed because an instalment is overdue, of all that the user pays so; nothing where none is. */
export function OverdueCourses({ plans }: { plans: PaymentPlan[] }) {
  const overdue = plans.filter(isOverdue)
  if (overdue.length === 0) return null
  return (
    <Stack mb="lg" component="section" aria-label={t`Overdue payments`}>
      {overdue.map((plan) => (
        <Alert key={plan.id} color="red" title={t`${plan.title}: payment overdue`}>
          <PayOverdue plan={plan} />
        </Alert>
      ))}
    </Stack>
  )
}

/** That a course is closed because an instalment is overdue, and the way to pay it. */
export function OverdueCourse({ plan }: { plan: PaymentPlan }) {
  return (
    <div>
      <Text fw={600} role="status">{t`Payment overdue`}</Text>
      <PayOverdue plan={plan} />
    </div>
  )
}

function PayOverdue({ plan: { dues, currency } }: { plan: PaymentPlan }) {
  const pay = useOrderDue()
  const navigate = useNavigate()
  const due = dues.find(({ status }) => status === 'overdue')
  const amount = due ? money(due.amount, currency) : ''
  return (
    <Stack gap="xs" align="flex-start">
      <Text size="sm">
        {t`The course is closed until you pay what is overdue. Your progress stays.`}{' '}
        <TextLink to="/settings/payments" underline="always">{t`Show instalments`}</TextLink>
      </Text>
      {due && (
        <Button
          loading={pay.isPending}
          onClick={() =>
            pay.mutate(due.id, { onSuccess: ({ id }) => void navigate({ to: '/checkout', search: { order: id } }) })
          }
        >
          {t`Pay ${amount}`}
        </Button>
      )}
      {pay.error && <Failure error={pay.error} />}
    </Stack>
  )
}
