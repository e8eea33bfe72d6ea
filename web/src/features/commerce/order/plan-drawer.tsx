import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Checkbox, Group, Stack, Text, Textarea, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { fieldErrors } from '@/api/client'
import { DataTable } from '@/shared/data-table'
import { FormDialog } from '@/shared/form-dialog'
import { toDay } from '@/shared/format'
import { money } from '@/shared/money'
import { personName } from '@/shared/person-name'
import { QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'
import { SideDrawer } from '@/shared/side-drawer'
import { toast } from '@/shared/toasts'

import { type LearnerPlan, planQuery, useWriteOff } from './api'
import { DueList } from './due-list'
import { orderColumns } from './order-columns'

type Props = { plan: LearnerPlan; onClose: () => void }

/** A payment plan with its instalments and the orders by which they are paid. */
export function PlanDrawer({ plan: { id, title, user_name }, onClose }: Props) {
  const plan = useQuery(planQuery(id))
  const [writingOff, setWritingOff] = useState(false)
  const name = personName(user_name)
  return (
    <SideDrawer opened onClose={onClose} title={t`${title}, instalments of ${name}`}>
      <QueryView query={plan} skeleton={<Rows height={48} />}>
        {(found) => (
          <Stack>
            <WrittenOff plan={found} />
            <DueList dues={found.dues} currency={found.currency} />
            {found.unpaid > 0 && (
              <Group>
                <Button color="red" variant="light" onClick={() => setWritingOff(true)}>
                  <Trans>Write off</Trans>
                </Button>
              </Group>
            )}
            <Title order={3} size="h4">
              <Trans>Orders</Trans>
            </Title>
            <DataTable
              label={t`Orders`}
              columns={Object.values(orderColumns())}
              rows={found.orders}
              idOf={(order) => order.id}
            />
            {writingOff && <WriteOffDialog plan={found} onClose={() => setWritingOff(false)} />}
          </Stack>
        )}
      </QueryView>
    </SideDrawer>
  )
}

function WrittenOff({ plan: { written_off_at, written_off_reason, status } }: { plan: LearnerPlan }) {
  if (!written_off_at) return null
  const day = toDay(written_off_at)
  return (
    <Text>
      {status === 'cancelled'
        ? t`Written off on ${day}; the course is closed. Reason: ${written_off_reason}`
        : t`Written off on ${day}; the course stays open. Reason: ${written_off_reason}`}
    </Text>
  )
}

function WriteOffDialog({ plan, onClose }: Props) {
  const writeOff = useWriteOff(plan.id)
  const form = useForm({ initialValues: { reason: '', endsAccess: false } })
  const errors = fieldErrors(writeOff.error)
  const amount = money(plan.unpaid, plan.currency)
  const name = personName(plan.user_name)
  const submit = form.onSubmit(({ reason, endsAccess }) =>
    writeOff.mutate(
      { reason, ends_access: endsAccess },
      {
        onSuccess: () => {
          toast(t`Instalments written off.`)
          onClose()
        },
      },
    ),
  )
  return (
    <FormDialog
      title={t`Write off ${amount}?`}
      submit={t`Write off`}
      color="red.9"
      onClose={onClose}
      onSubmit={submit}
      mutation={writeOff}
      fields={['reason']}
    >
      <Text>{t`${name} doesn't have to pay the rest, and is notified. You can't undo this.`}</Text>
      <Textarea
        required
        label={t`Reason`}
        description={t`For the audit log. The learner doesn't see it.`}
        rows={3}
        {...form.getInputProps('reason')}
        error={errors.reason}
      />
      <Checkbox label={t`End access to the course`} {...form.getInputProps('endsAccess', { type: 'checkbox' })} />
    </FormDialog>
  )
}
