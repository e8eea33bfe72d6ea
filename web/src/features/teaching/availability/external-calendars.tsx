import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Button, Card, Group, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { fieldErrors } from '@/api/client'
import { keptText } from '@/api/problem-text'
import { Confirm } from '@/shared/confirm'
import { FormSummary } from '@/shared/form-summary'
import { Moment } from '@/shared/moment'
import { Failure, QueryView } from '@/shared/query-view'
import { toast } from '@/shared/toasts'

import {
  type ExternalCalendar,
  externalCalendarsQuery,
  useAddCalendar,
  useReadAgain,
  useRemoveCalendar,
} from './external-calendars-api'

/** The calendars that an instructor keeps in other programs, whose busy times visitors cannot book. */
export function ExternalCalendars() {
  const calendars = useQuery(externalCalendarsQuery())
  const heading = t`Other calendars`
  return (
    <Card withBorder component="section" aria-label={heading}>
      <Title order={2} size="h4">
        {heading}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        <Trans>
          Visitors can't book you while you are busy there. Only busy times are imported, every hour; nobody sees what
          they are for.
        </Trans>
      </Text>
      <QueryView
        query={calendars}
        skeleton={<Skeleton h={24} />}
        isEmpty={(all) => all.length === 0}
        empty={
          <Text size="sm" c="dimmed">
            <Trans>No calendars connected yet.</Trans>
          </Text>
        }
      >
        {(all) => (
          <Stack component="ul" aria-label={heading} p={0} m={0} gap="sm" style={{ listStyle: 'none' }}>
            {all.map((calendar) => (
              <Row key={calendar.id} calendar={calendar} />
            ))}
          </Stack>
        )}
      </QueryView>
      <AddForm />
    </Card>
  )
}

function Row({ calendar }: { calendar: ExternalCalendar }) {
  const [asking, setAsking] = useState(false)
  const remove = useRemoveCalendar()
  const { id, name, host } = calendar
  return (
    <Group component="li" justify="space-between" align="flex-start" wrap="nowrap">
      <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Text size="sm">{name}</Text>
        <Text size="xs" c="dimmed">
          {host}
        </Text>
        <State calendar={calendar} />
      </div>
      <Button
        variant="default"
        size="compact-md"
        style={{ flexShrink: 0 }}
        aria-label={t`Delete ${name}`}
        onClick={() => setAsking(true)}
      >
        <Trans>Delete</Trans>
      </Button>
      {asking && (
        <Confirm
          title={t`Delete the calendar ${name}?`}
          text={t`Visitors can book you when you are busy there. The calendar itself stays as it is.`}
          action={t`Delete calendar`}
          danger
          pending={remove.isPending}
          error={remove.error}
          onClose={() => setAsking(false)}
          onConfirm={() => remove.mutate(id, { onSuccess: () => toast(t`Calendar deleted.`) })}
        />
      )}
    </Group>
  )
}

/** Whether a calendar can be read, and as of when its times are. */
function State({ calendar }: { calendar: ExternalCalendar }) {
  const { read_at: readAt, failed_since: failedSince, last_error: why, unread_count: unread } = calendar
  if (!readAt && !failedSince) {
    return (
      <Text size="xs" c="dimmed">
        <Trans>Is being read…</Trans>
      </Text>
    )
  }
  return (
    <>
      {failedSince && (
        <Text size="xs" c="var(--mantine-color-error)" component="div">
          <Trans>
            Can't be read since <Moment at={failedSince} />.
          </Trans>{' '}
          {keptText(why)}
        </Text>
      )}
      {readAt && (
        <Text size="xs" c="dimmed" component="div">
          {failedSince ? (
            <Trans>
              Its times are those of <Moment at={readAt} />.
            </Trans>
          ) : (
            <Trans>
              Last read <Moment at={readAt} />
            </Trans>
          )}
        </Text>
      )}
      {failedSince && <ReadAgain calendar={calendar} />}
      {unread > 0 && (
        <Text size="xs">
          <Plural
            value={unread}
            one="# event is not understood and blocks nothing."
            other="# events are not understood and block nothing."
          />
        </Text>
      )}
    </>
  )
}

function ReadAgain({ calendar: { id, name } }: { calendar: ExternalCalendar }) {
  const again = useReadAgain()
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        px={0}
        aria-label={t`Read ${name} again`}
        loading={again.isPending}
        onClick={() => again.mutate(id, { onSuccess: () => toast(t`The calendar is being read.`) })}
      >
        <Trans>Read again</Trans>
      </Button>
      {again.error && <Failure error={again.error} />}
    </>
  )
}

const empty = { name: '', url: '' }

function AddForm() {
  const [values, setValues] = useState(empty)
  const add = useAddCalendar()
  const errors = fieldErrors(add.error)
  const field = (name: keyof typeof empty) => ({
    value: values[name],
    error: errors[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setValues((before) => ({ ...before, [name]: value })),
  })
  return (
    <form
      noValidate
      aria-label={t`Add calendar`}
      onSubmit={(event) => {
        event.preventDefault()
        add.mutate(values, {
          onSuccess: () => {
            setValues(empty)
            toast(t`Calendar added.`)
          },
        })
      }}
    >
      <Stack mt="md">
        <FormSummary error={add.error} fields={['name', 'url']} />
        <TextInput label={t`Name`} maxLength={60} {...field('name')} />
        <TextInput
          label={t`iCal address`}
          description={t`In Google Calendar, "Secret address in iCal format"; in Outlook, the ICS link of a published calendar.`}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          maxLength={2000}
          {...field('url')}
        />
        <div>
          <Button type="submit" variant="default" loading={add.isPending}>
            <Trans>Add calendar</Trans>
          </Button>
        </div>
      </Stack>
    </form>
  )
}
