import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Card, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'

import { fieldErrors } from '@/api/client'
import { Confirm } from '@/shared/confirm'
import { FormSummary } from '@/shared/form-summary'
import { toMinute } from '@/shared/format'
import { toast } from '@/shared/toasts'

import { type Availability, bookedThen, type TimeOff, useDeleteTimeOff, useTakeTimeOff } from './api'
import { BookedList } from './booked-list'

/** When an instructor is away. */
export function TimeOffSection({ availability: { time_off: taken, timezone } }: { availability: Availability }) {
  const heading = t`Time off`
  return (
    <Card withBorder component="section" aria-label={heading}>
      <Title order={2} size="h4" mb="sm">
        {heading}
      </Title>
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
  const errors = fieldErrors(take.error)
  const booked = bookedThen(take.error)
  const field = (name: keyof typeof empty) => ({
    value: values[name],
    error: errors[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setValues((before) => ({ ...before, [name]: value })),
  })
  return (
    <form
      noValidate
      aria-label={t`Add time off`}
      onSubmit={(event) => {
        event.preventDefault()
        take.mutate(
          { ...values, timezone },
          {
            onSuccess: () => {
              setValues(empty)
              toast(t`Time off saved.`)
            },
          },
        )
      }}
    >
      <Stack mt="md">
        {booked.length > 0 ? (
          <Alert role="alert" color="red" title={t`Something is booked at that time. Move or cancel it first.`}>
            <BookedList times={booked} timezone={timezone} />
          </Alert>
        ) : (
          <FormSummary error={take.error} fields={['from', 'until', 'reason']} />
        )}
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
  )
}
