import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Button, Group, Menu, TextInput } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'

import { fieldErrors } from '@/api/client'
import type { EnrolmentStatus } from '@/shared/enrolment-status'
import { FormDialog } from '@/shared/form-dialog'
import { fromField, toField } from '@/shared/local-time'
import { Failure } from '@/shared/query-view'

import { type EnrolmentAction, useChangeEnrolment } from './enrolments-api'

/** A learner, as far as their enrolment is concerned. */
export type Enrolled = { userId: string; fullName: string; enrollment: EnrolmentStatus; endsAt: string | null }

export type StatusAction = Exclude<EnrolmentAction, 'set_end'>

export const actionLabels: Record<StatusAction, MessageDescriptor> = {
  activate: msg`Approve`,
  suspend: msg`Suspend`,
  reactivate: msg`Reactivate`,
  withdraw: msg`Remove`,
}

/** The actions that each status of an enrolment allows. */
export const actionsFor: Record<EnrolmentStatus, StatusAction[]> = {
  invited: ['activate', 'withdraw'],
  pending_payment: ['activate', 'withdraw'],
  waitlisted: ['activate', 'withdraw'],
  active: ['suspend', 'withdraw'],
  suspended: ['reactivate', 'withdraw'],
  completed: ['suspend', 'withdraw'],
  withdrawn: [],
  expired: ['reactivate', 'withdraw'],
}

/** What instructors do about one enrolment: approving at once, the rest in a menu. */
export function EnrolmentActions({ courseId, learner }: { courseId: string; learner: Enrolled }) {
  const change = useChangeEnrolment(courseId)
  const [ending, setEnding] = useState(false)
  const { userId, fullName: name } = learner
  const actions = actionsFor[learner.enrollment]
  const act = (action: StatusAction) => change.mutate({ userId, action })
  if (actions.length === 0) return null
  return (
    <>
      <Group gap="xs" justify="flex-end" wrap="nowrap">
        {actions.includes('activate') && (
          <Button
            size="compact-sm"
            loading={change.isPending}
            aria-label={t`Approve ${name}`}
            onClick={() => act('activate')}
          >
            <Trans>Approve</Trans>
          </Button>
        )}
        <Menu position="bottom-end" shadow="md" radius="md" keepMounted={false}>
          <Menu.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              loading={change.isPending}
              aria-label={t`Actions for ${name}`}
            >
              <IconDots size={20} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {actions.map((action) => (
              <Menu.Item key={action} {...(action === 'withdraw' && { c: 'red' })} onClick={() => act(action)}>
                {t(actionLabels[action])}
              </Menu.Item>
            ))}
            <Menu.Item onClick={() => setEnding(true)}>
              <Trans>Set end date…</Trans>
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Group>
      {change.error && <Failure error={change.error} />}
      {ending && <EndDialog courseId={courseId} learner={learner} onClose={() => setEnding(false)} />}
    </>
  )
}

/** When an enrolment expires by itself. */
function EndDialog({ courseId, learner, onClose }: { courseId: string; learner: Enrolled; onClose: () => void }) {
  const change = useChangeEnrolment(courseId)
  const [end, setEnd] = useState(toField(learner.endsAt))
  const { userId, fullName: name } = learner
  const save = () => {
    const at = fromField(end)
    change.mutate({ userId, action: 'set_end', ...(at && { ends_at: at }) }, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title={t`End date for ${name}`}
      onClose={onClose}
      onSubmit={save}
      mutation={change}
      fields={['ends_at']}
      submit={t`Save end date`}
    >
      <TextInput
        type="datetime-local"
        label={t`Access ends`}
        description={t`In your time zone. Leave empty for no end.`}
        value={end}
        error={fieldErrors(change.error).ends_at}
        onChange={(event) => setEnd(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
