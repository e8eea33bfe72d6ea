import '@mantine/core/styles/Blockquote.layer.css'

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Blockquote, Button, NativeSelect, Radio, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'

import { fieldErrors } from '@/api/client'
import { attendanceLabels, Stays } from '@/shared/attendance'
import { FormDialog } from '@/shared/form-dialog'
import { spent } from '@/shared/format'
import { toast } from '@/shared/toasts'

import { type AttendanceRow, useAnswerDispute } from './api'
import { acceptable } from './labels'

/** What a learner says against their attendance, and the answer of an instructor. */
export function DisputeOf({ sessionId, row }: { sessionId: string; row: AttendanceRow }) {
  const [answering, setAnswering] = useState(false)
  const { dispute, full_name: name } = row
  if (!dispute) return null
  const { state, reason } = dispute
  if (state !== 'open') {
    return (
      <Text size="xs" c="dimmed" mt={2}>
        {state === 'accepted' ? t`Dispute accepted: “${reason}”` : t`Dispute declined: “${reason}”`}
      </Text>
    )
  }
  return (
    <Stack gap={4} mt={4} align="flex-start">
      <Badge color="apricot" variant="light" tt="none">
        <Trans>Disputed</Trans>
      </Badge>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t`Answer the dispute of ${name}`}
        onClick={() => setAnswering(true)}
      >
        <Trans>Answer dispute</Trans>
      </Button>
      {answering && <AnswerForm sessionId={sessionId} row={row} reason={reason} onClose={() => setAnswering(false)} />}
    </Stack>
  )
}

type FormProps = { sessionId: string; row: AttendanceRow; reason: string; onClose: () => void }

function AnswerForm({ sessionId, row, reason, onClose }: FormProps) {
  const name = row.full_name
  const send = useAnswerDispute(sessionId, row.user_id)
  const form = useForm<{ accept: string; status: (typeof acceptable)[number]; answer: string }>({
    initialValues: { accept: 'yes', status: 'present', answer: '' },
  })
  const accepts = form.values.accept === 'yes'
  return (
    <FormDialog
      title={t`Dispute of ${name}`}
      onClose={onClose}
      mutation={send}
      fields={['status', 'answer']}
      submit={accepts ? t`Correct attendance` : t`Decline dispute`}
      onSubmit={form.onSubmit(({ status, answer }) =>
        send.mutate(
          { accept: accepts, ...(accepts && { status }), answer },
          {
            onSuccess: () => {
              toast(t`Dispute answered.`)
              onClose()
            },
            onError: (error) => form.setErrors(fieldErrors(error)),
          },
        ),
      )}
    >
      <Blockquote p="sm" m={0}>
        {reason}
      </Blockquote>
      <Text size="sm">
        {row.seconds > 0 ? t`In the session for ${spent(row.seconds)}` : t`No time in the session is known.`}
      </Text>
      <Stays stays={row.intervals} />
      <Radio.Group label={t`Your decision`} {...form.getInputProps('accept')}>
        <Stack gap="xs" mt="xs">
          <Radio value="yes" label={t`Accept: correct the attendance`} />
          <Radio value="no" label={t`Decline: the attendance stays`} />
        </Stack>
      </Radio.Group>
      {accepts && (
        <NativeSelect
          label={t`Attendance from now on`}
          data={acceptable.map((value) => ({ value, label: t(attendanceLabels[value]) }))}
          value={form.values.status}
          onChange={({ currentTarget: { value } }) =>
            form.setFieldValue('status', acceptable.find((one) => one === value) ?? 'present')
          }
        />
      )}
      <Textarea
        label={accepts ? t`Answer (optional)` : t`Reason`}
        description={t`Your learner reads this.`}
        rows={3}
        maxLength={500}
        {...form.getInputProps('answer')}
      />
    </FormDialog>
  )
}
