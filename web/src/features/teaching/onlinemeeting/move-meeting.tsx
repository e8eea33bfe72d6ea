import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { SimpleGrid, Skeleton, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'

import { fieldErrors, type Schema } from '@/api/client'
import { Dialog } from '@/shared/dialog'
import { FormDialog } from '@/shared/form-dialog'
import { QueryView } from '@/shared/query-view'
import { toast } from '@/shared/toasts'

import { type MeetingDetails, meetingQuery, useMove } from './api'
import { InTheWay } from './in-the-way'
import { titleOf } from './labels'

type Time = Required<Schema<'MovedMeeting'>>

type Props = {
  meetingId: string
  /** The time to which it was dragged. */
  proposed?: Time | undefined
  onClose: () => void
  onMoved: () => void
}

/** Moves a meeting, or a Q&A session, of which only the id is known. */
export function MoveMeeting({ meetingId, ...rest }: Props) {
  const meeting = useQuery(meetingQuery(meetingId))
  if (meeting.data) return <Form meeting={meeting.data} {...rest} />
  return (
    <Dialog title={t`Move meeting`} onClose={rest.onClose}>
      <QueryView query={meeting} skeleton={<Skeleton height={240} />}>
        {() => null}
      </QueryView>
    </Dialog>
  )
}

type FormProps = Omit<Props, 'meetingId'> & { meeting: MeetingDetails & { tag: string } }

function Form({ meeting, proposed, onClose, onMoved }: FormProps) {
  const { id, tag, date, start_time, end_time, timezone } = meeting
  const move = useMove(id, tag)
  const form = useForm<Time>({ initialValues: { date, start_time, end_time, ...proposed } })
  const submit = form.onSubmit((values) =>
    move.mutate(values, {
      onSuccess: () => {
        toast(t`Meeting moved.`)
        onMoved()
        onClose()
      },
      onError: (error) => form.setErrors(fieldErrors(error)),
    }),
  )
  const name = titleOf(meeting)
  return (
    <FormDialog
      title={t`Move “${name}”`}
      onClose={onClose}
      onSubmit={submit}
      mutation={move}
      fields={Object.keys(form.values)}
      submit={t`Move meeting`}
    >
      <InTheWay
        error={move.error}
        timezone={timezone}
        onChoose={(free) => {
          form.setValues({ date: free.date, start_time: free.start_time, end_time: free.end_time })
          move.reset()
        }}
      />
      <TextInput type="date" label={t`Date`} data-autofocus {...form.getInputProps('date')} />
      <SimpleGrid cols={2}>
        <TextInput type="time" label={t`From`} {...form.getInputProps('start_time')} />
        <TextInput type="time" label={t`To`} {...form.getInputProps('end_time')} />
      </SimpleGrid>
      <Text size="sm" c="dimmed">
        <Trans>Times are local to {timezone}. Everyone who is invited is notified.</Trans>
      </Text>
    </FormDialog>
  )
}
