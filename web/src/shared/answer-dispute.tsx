import '@mantine/core/styles/Blockquote.layer.css'

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Blockquote, Button, NativeSelect, Radio, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'

import { fieldErrors, type Schema } from '@/api/client'

import { attendanceLabels, type Stay, Stays } from './attendance'
import { FormDialog } from './form-dialog'
import { spent } from './format'
import type { Sending } from './sending'
import { toast } from './toasts'

/** What an attendance can become when a dispute is accepted. */
const acceptable = ['present', 'late', 'left_early', 'partial', 'excused'] as const

type Props = {
  /** Of the learner. */
  name: string
  /** Absent: they have not disputed their attendance. */
  dispute: Schema<'AttendanceDispute'> | undefined
  /** How long they were there. */
  seconds: number
  /** When they were there. */
  stays: Stay[]
  /** Sends the answer. */
  send: Sending<Schema<'DisputeAnswer'>>
}

/** What a learner says against their attendance, of a session or a meeting, and the answer of an instructor. */
export function AnswerDispute({ dispute, ...rest }: Props) {
  const [answering, setAnswering] = useState(false)
  const { name, send } = rest
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
        onClick={() => {
          send.reset()
          setAnswering(true)
        }}
      >
        <Trans>Answer dispute</Trans>
      </Button>
      {answering && <AnswerForm {...rest} reason={reason} onClose={() => setAnswering(false)} />}
    </Stack>
  )
}

type FormProps = Omit<Props, 'dispute'> & { reason: string; onClose: () => void }

function AnswerForm({ name, seconds, stays, send, reason, onClose }: FormProps) {
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
      <Text size="sm">{seconds > 0 ? t`Recorded time: ${spent(seconds)}` : t`No time was recorded.`}</Text>
      <Stays stays={stays} />
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
