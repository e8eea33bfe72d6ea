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
  useLookAtSickDay,
  useReportSickDay,
  useTakeTimeOff,
} from './api'

/** When an instructor is away. */
export function TimeOffSection({ availability: { time_off: taken, timezone } }: { availability: Availability }) {
  const heading = t`Time off`
  return (
    <Card withBorder component="section" aria-label={heading}>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {heading}
        </Title>
        <SickDay timezone={timezone} />
      </Group>
      <Stack component="ul" aria-label={heading} p={0} m={0} gap="xs" style={{ listStyle: 'none' }}>
        {taken.map((timeOff) => (
          <Taken key={timeOff.id} timeOff={timeOff} />
        ))}
      </Stack>
      {taken.length === 0 && (
        <Text size="sm" c="dimmed">
          <Trans>No time off is planned.</Trans>
        </Text>
      )}
      <TakeForm timezone={timezone} />
    </Card>
  )
}

function Taken({ timeOff: { id, from, until, reason, timezone } }: { timeOff: TimeOff }) {
  const [asking, setAsking] = useState(false)
  const remove = useDeleteTimeOff()
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
      <Button variant="default" size="compact-md" aria-label={t`Delete ${period}`} onClick={() => setAsking(true)}>
        <Trans>Delete</Trans>
      </Button>
      {asking && (
        <Confirm
          title={t`Delete this time off?`}
          text={t`Visitors can book you in your hours again.`}
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

const empty = { from: '', until: '', reason: '' }

function TakeForm({ timezone }: { timezone: string }) {
  const [values, setValues] = useState(empty)
  const take = useTakeTimeOff()
  const resolve = useTakeTimeOff()
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
          title={t`Booked during your time off`}
          booked={now.length > 0 ? now : asked}
          timezone={timezone}
          submit={t`Save time off`}
          mutation={resolve}
          onClose={take.reset}
          onSubmit={(decided, resolve_reason) =>
            resolve.mutate({ ...values, timezone, resolve: decided, resolve_reason }, { onSuccess: saved })
          }
        />
      )}
    </>
  )
}

/** Takes the rest of today off, whatever is booked. */
function SickDay({ timezone }: { timezone: string }) {
  const look = useLookAtSickDay()
  const report = useReportSickDay()
  const booked = bookedThen(report.error).length > 0 ? bookedThen(report.error) : bookedThen(look.error)
  const failed = look.isError && booked.length === 0
  const close = () => {
    look.reset()
    report.reset()
  }
  return (
    <>
      <Button variant="default" size="compact-md" loading={look.isPending} onClick={() => look.mutate()}>
        <Trans>Report sick today</Trans>
      </Button>
      {failed && <FormSummary error={look.error} fields={[]} />}
      {(look.isSuccess || booked.length > 0) && (
        <AbsenceDialog
          title={t`Take the rest of today off?`}
          booked={booked}
          timezone={timezone}
          submit={t`Take today off`}
          mutation={report}
          onClose={close}
          onSubmit={(resolve, resolve_reason) =>
            report.mutate(
              { resolve, resolve_reason },
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
