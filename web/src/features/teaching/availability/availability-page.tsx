import { t } from '@lingui/core/macro'
import { Alert, Grid, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { PageHead } from '@/shared/page-head'
import { QueryView } from '@/shared/query-view'

import { type Availability, availabilityQuery } from './api'
import { BookedList } from './booked-list'
import { ExternalCalendars } from './external-calendars'
import { HoursForm } from './hours-form'
import { Offered } from './offered'
import { TimeOffSection } from './time-off'

/** When visitors can book demo classes with an instructor, the user themselves without an id, and when they are away. */
export function AvailabilityPage({ instructorId = 'me', back }: { instructorId?: string; back?: ReactNode }) {
  const own = instructorId === 'me'
  const availability = useQuery(availabilityQuery(instructorId))
  const name = availability.data?.value.full_name
  return (
    <>
      {back}
      <PageHead
        title={name === undefined || own ? t`Availability` : t`Availability of ${name}`}
        lead={
          own
            ? t`When visitors can book demo classes with you, and when you are away. Existing bookings stay.`
            : t`When visitors can book demo classes, and when the instructor is away. Existing bookings stay.`
        }
      />
      <QueryView query={availability} skeleton={<Skeleton h={1200} />} isPage={!own}>
        {({ value, tag }) => (
          <Grid gap="lg">
            <Grid.Col span={{ base: 12, md: 8 }}>
              <Stack>
                <Warnings availability={value} />
                <HoursForm availability={value} tag={tag} />
              </Stack>
            </Grid.Col>
            <Grid.Col span={{ base: 12, md: 4 }}>
              <Stack>
                <Offered availability={value} />
                <TimeOffSection availability={value} />
                {own && <ExternalCalendars />}
              </Stack>
            </Grid.Col>
          </Grid>
        )}
      </QueryView>
    </>
  )
}

function Warnings({ availability: { warnings, timezone } }: { availability: Availability }) {
  if (warnings.length === 0) return null
  return (
    <Alert color="apricot" title={t`Booked outside your hours`}>
      <BookedList times={warnings} timezone={timezone} />
    </Alert>
  )
}
