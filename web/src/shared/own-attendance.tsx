import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'

import { fieldErrors, type Schema } from '@/api/client'
import { toast } from '@/shared/toasts'

import { AttendanceBadge } from './attendance'
import { FormDialog } from './form-dialog'
import type { Sending } from './sending'

type Props = {
  own: Schema<'OwnAttendance'> | Schema<'OwnMeetingAttendance'>
  /** Sends what was different. */
  send: Sending<string>
}

/** What a learner sees of their attendance, of a session or a meeting, and how they say that it is wrong. */
export function OwnAttendance({ own, send }: Props) {
  const [disputing, setDisputing] = useState(false)
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Text size="sm">
          <Trans>Your attendance:</Trans>
        </Text>
        <AttendanceBadge status={own.status} />
        {own.can_dispute && (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => {
              send.reset()
              setDisputing(true)
            }}
          >
            <Trans>Dispute attendance</Trans>
          </Button>
        )}
      </Group>
      {own.dispute && <Dispute dispute={own.dispute} />}
      {disputing && <DisputeForm send={send} onClose={() => setDisputing(false)} />}
    </Stack>
  )
}

function Dispute({ dispute: { reason, state, answer } }: { dispute: Schema<'AttendanceDispute'> }) {
  return (
    <>
      <Text size="sm">{t`You disputed it: “${reason}”`}</Text>
      <Text size="sm" c="dimmed">
        {state === 'open' && t`Your instructor will answer.`}
        {state === 'accepted' && t`Your instructor corrected your attendance.`}
        {state === 'declined' && t`Your attendance stays as it is.`} {answer}
      </Text>
    </>
  )
}

function DisputeForm({ send, onClose }: { send: Props['send']; onClose: () => void }) {
  const form = useForm({ initialValues: { reason: '' } })
  return (
    <FormDialog
      title={t`Dispute attendance`}
      onClose={onClose}
      mutation={send}
      fields={['reason']}
      submit={t`Send dispute`}
      onSubmit={form.onSubmit(({ reason }) =>
        send.mutate(reason, {
          onSuccess: () => {
            toast(t`Dispute sent.`)
            onClose()
          },
          onError: (error) => form.setErrors(fieldErrors(error)),
        }),
      )}
    >
      <Textarea
        label={t`What was different?`}
        description={t`Your instructor reads this and answers. You can dispute an attendance once.`}
        rows={4}
        maxLength={500}
        data-autofocus
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  )
}
