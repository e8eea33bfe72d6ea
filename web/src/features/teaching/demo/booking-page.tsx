import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Anchor, Container, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'

import { ApiError } from '@/api/client'
import { clock } from '@/shared/format'
import { Outcome } from '@/shared/outcome'
import { PageHead } from '@/shared/page-head'
import { Failure } from '@/shared/query-view'
import { useSecondsLeft } from '@/shared/seconds-left'
import { here } from '@/shared/time-zones'
import { visit } from '@/shared/visit'

import { type DemoHold, useBook, useHold } from './api'
import { DetailsForm } from './details-form'
import { SlotPicker } from './slot-picker'
import { fullTime } from './zoned'

/** Where visitors book a demo class: a free time, then who they are. The chosen time is kept while they type. Children stand beside its title. */
export function BookingPage({ children }: { children?: ReactNode }) {
  const [utmParameters] = useState(visit)
  const [timezone, setTimezone] = useState(here)
  const [formId, setFormId] = useState('')
  const hold = useHold()
  const book = useBook()
  const held = hold.data
  const withCode = asksForCode(book.error) || Boolean(book.variables?.emailCode)
  const choose = (timeSlot: string, holdId: string) => {
    setFormId(holdId)
    book.reset()
    hold.mutate({ timeSlot, holdId })
  }
  return (
    <Container size="md" py="xl">
      <PageHead
        title={t`Book a demo class`}
        lead={<Trans>Meet an instructor for an hour, free of charge. You don't need an account.</Trans>}
      >
        {children}
      </PageHead>
      {book.data ? (
        <Confirmation
          slot={book.data.timeSlot}
          instructor={book.data.instructor?.fullName ?? ''}
          timezone={timezone}
          url={book.data.manageUrl}
        />
      ) : (
        <Stack>
          {hold.error && <Failure error={hold.error} />}
          {held ? (
            <>
              <HeldTime key={held.expiresAt} hold={held} timezone={timezone} forCode={withCode} />
              <DetailsForm
                pending={book.isPending}
                error={book.error}
                withCode={withCode}
                onBack={() => hold.reset()}
                onSubmit={(details) =>
                  book.mutate({ ...details, timezone, timeSlot: held.timeSlot, holdId: formId, utmParameters })
                }
              />
            </>
          ) : (
            <SlotPicker
              timezone={timezone}
              onTimezone={setTimezone}
              holdId={formId}
              value={hold.variables?.timeSlot ?? ''}
              onChange={choose}
            />
          )}
        </Stack>
      )}
    </Container>
  )
}

/** Whether the visitor has to enter the code that was emailed to them. */
const asksForCode = (error: Error | null) =>
  error instanceof ApiError && (error.problem?.errors?.[0]?.code.startsWith('email_code') ?? false)

/** How long the chosen time is still kept: by the server's clock, whatever this device's says. */
function HeldTime({ hold, timezone, forCode }: { hold: DemoHold; timezone: string; forCode: boolean }) {
  const [end] = useState(() => Date.now() + Date.parse(hold.expiresAt) - Date.parse(hold.now))
  const left = useSecondsLeft(end)
  const slot = fullTime(hold.timeSlot, timezone)
  const minutes = clock(left)
  return (
    <Stack gap="xs">
      {hold.adjusted && (
        <Alert color="apricot" role="alert">
          <Trans>Demo classes can be booked until 2 hours before they begin. We chose the next free time.</Trans>
        </Alert>
      )}
      <Text fw={600}>{slot}</Text>
      {forCode ? (
        <Text c="dimmed" size="sm">
          <Trans>The code is valid for 10 minutes. We keep this time for you until then.</Trans>
        </Text>
      ) : (
        <Text c="dimmed" size="sm" role="timer">
          {left > 0 ? (
            <Trans>We keep this time for you for {minutes}.</Trans>
          ) : (
            <Trans>This time is no longer kept for you. If it is still free, you can book it.</Trans>
          )}
        </Text>
      )}
    </Stack>
  )
}

function Confirmation({
  slot,
  instructor,
  timezone,
  url,
}: {
  slot: string
  instructor: string
  timezone: string
  url: string
}) {
  const time = fullTime(slot, timezone)
  return (
    <Outcome text={t`Your demo class with ${instructor} is booked for ${time}.`}>
      <Text>
        <Trans>
          We sent you an email with an entry for your calendar. You can move or cancel the class there, or here:
        </Trans>
      </Text>
      <Anchor href={url}>
        <Trans>Manage booking</Trans>
      </Anchor>
    </Outcome>
  )
}
