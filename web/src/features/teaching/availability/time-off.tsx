import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Card, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'

import { fieldErrors } from '@/api/client'
import { Confirm } from '@/shared/confirm'
import { FormSummary } from '@/shared/form-summary'
import { toMinute } from '@/shared/format'
import { toast } from '@/shared/toasts'

import { AbsenceDialog } from './absence-dialog'
import {
  type Availability,
  bookedThen,
  type TimeOff,
  useDeleteTimeOff,
  useReportSickDay,
  useTakeTimeOff,
  useTrySickDay,
  useUndoTimeOff,
} from './api'

/** When an instructor is away. */
export function TimeOffSection({ availability }: { availability: Availability }) {
  const { instructor_id: id, time_off: taken, timezone } = availability
  const heading = t`Time off`
  return (
    <Card withBorder component="section" aria-label={heading}>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {heading}
        </Title>
        <SickDay instructor={id} timezone={timezone} />
      </Group>
      <Stack component="ul" aria-label={heading} p={0} m={0} gap="xs" style={{ listStyle: 'none' }}>
        {taken.map((timeOff) => (
          <Taken key={timeOff.id} instructor={id} timeOff={timeOff} />
        ))}
      </Stack>
      {taken.length === 0 && (
        <Text size="sm" c="dimmed">
          <Trans>No time off is planned.</Trans>
        </Text>
      )}
      <TakeForm instructor={id} timezone={timezone} />
    </Card>
  )
}

function Taken({ instructor, timeOff }: { instructor: string; timeOff: TimeOff }) {
  const { id, from, until, reason, timezone } = timeOff
  const [asking, setAsking] = useState(false)
  const remove = useDeleteTimeOff(instructor)
  const [first, last] = [toMinute(from), toMinute(until)]
  const period = t`${first} to ${last} (${timezone})`
  return (
    <Group component="li" justify="space-between">
      <div>
        <Text size="sm">{period}</Text>
        {reason && (
          <Text size="xs" c="dimmed">
            {reason}
          </Text>
        )}
      </div>
      <Group gap="xs">
        {timeOff.undo_until && <Undo instructor={instructor} id={id} period={period} />}
        <Button variant="default" size="compact-md" aria-label={t`Delete ${period}`} onClick={() => setAsking(true)}>
          <Trans>Delete</Trans>
        </Button>
      </Group>
      {asking && (
        <Confirm
          title={t`Delete this time off?`}
          text={t`Visitors can book demo classes at these times again.`}
          action={t`Delete time off`}
          danger
          pending={remove.isPending}
          error={remove.error}
          onClose={() => setAsking(false)}
          onConfirm={() => remove.mutate(id, { onSuccess: () => toast(t`Time off deleted.`) })}
        />
      )}
    </Group>
  )
}

/** Undoes time off that has just been added; the server says when it is too late. */
function Undo({ instructor, id, period }: { instructor: string; id: string; period: string }) {
  const undo = useUndoTimeOff(instructor)
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button variant="default" size="compact-md" aria-label={t`Undo ${period}`} onClick={() => setAsking(true)}>
        <Trans>Undo</Trans>
      </Button>
      {asking && (
        <Confirm
          title={t`Undo this time off?`}
          text={t`What you moved, cancelled or handed over for it is as before again. Learners are notified. You can do this for 10 minutes.`}
          action={t`Undo time off`}
          pending={undo.isPending}
          error={undo.error}
          onClose={() => setAsking(false)}
          onConfirm={() => undo.mutate(id, { onSuccess: () => toast(t`Time off undone.`) })}
        />
      )}
    </>
  )
}

const empty = { from: '', until: '', reason: '' }

type Props = { instructor: string; timezone: string }

function TakeForm({ instructor, timezone }: Props) {
  const [values, setValues] = useState(empty)
  const take = useTakeTimeOff(instructor)
  const resolve = useTakeTimeOff(instructor)
  const errors = fieldErrors(take.error)
  const field = (name: keyof typeof empty) => ({
    value: values[name],
    error: errors[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setValues((before) => ({ ...before, [name]: value })),
  })
  const saved = () => {
    setValues(empty)
    take.reset()
    toast(t`Time off saved.`)
  }
  const asked = bookedThen(take.error)
  const now = bookedThen(resolve.error)
  return (
    <>
      <form
        noValidate
        aria-label={t`Add time off`}
        onSubmit={(event) => {
          event.preventDefault()
          resolve.reset()
          take.mutate({ ...values, timezone }, { onSuccess: saved })
        }}
      >
        <Stack mt="md">
          {asked.length === 0 && <FormSummary error={take.error} fields={['from', 'until', 'reason']} />}
          <Group align="flex-start">
            <TextInput type="date" label={t`First day`} {...field('from')} />
            <TextInput type="date" label={t`Last day`} min={values.from || undefined} {...field('until')} />
            <TextInput
              label={t`Reason`}
              description={t`Optional. Visitors don't see it.`}
              maxLength={200}
              {...field('reason')}
            />
          </Group>
          <div>
            <Button type="submit" variant="default" loading={take.isPending}>
              <Trans>Add time off</Trans>
            </Button>
          </div>
        </Stack>
      </form>
      {asked.length > 0 && (
        <AbsenceDialog
          title={t`Booked during this time off`}
          booked={now.length > 0 ? now : asked}
          timezone={timezone}
          submit={t`Save time off`}
          mutation={resolve}
          onClose={take.reset}
          onSubmit={(resolutions, resolve_reason) =>
            resolve.mutate({ ...values, timezone, ...resolutions, resolve_reason }, { onSuccess: saved })
          }
        />
      )}
    </>
  )
}

/** Takes the rest of today off, whatever is booked. */
function SickDay({ instructor, timezone }: Props) {
  const trial = useTrySickDay(instructor)
  const report = useReportSickDay(instructor)
  const booked = bookedThen(report.error).length > 0 ? bookedThen(report.error) : bookedThen(trial.error)
  const failed = trial.isError && booked.length === 0
  const close = () => {
    trial.reset()
    report.reset()
  }
  return (
    <>
      <Button variant="default" size="compact-md" loading={trial.isPending} onClick={() => trial.mutate()}>
        <Trans>Report sick today</Trans>
      </Button>
      {failed && <FormSummary error={trial.error} fields={[]} />}
      {(trial.isSuccess || booked.length > 0) && (
        <AbsenceDialog
          title={t`Take the rest of today off?`}
          booked={booked}
          timezone={timezone}
          submit={t`Take today off`}
          mutation={report}
          onClose={close}
          onSubmit={(resolutions, resolve_reason) =>
            report.mutate(
              { ...resolutions, resolve_reason },
              {
                onSuccess: () => {
                  close()
                  toast(t`Time off saved.`)
                },
              },
            )
          }
        />
      )}
    </>
  )
}
