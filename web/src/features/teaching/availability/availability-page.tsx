import { t } from '@lingui/core/macro'
import { Alert, Grid, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { PageHead } from '@/shared/page-head'
import { QueryView } from '@/shared/query-view'

import { type Availability, ownAvailabilityQuery } from './api'
import { BookedList } from './booked-list'
import { ExternalCalendars } from './external-calendars'
import { HoursForm } from './hours-form'
import { Offered } from './offered'
import { TimeOffSection } from './time-off'

/** When visitors can book demo classes with the user, and when the user is away. */
export function AvailabilityPage() {
  const availability = useQuery(ownAvailabilityQuery())
  return (
    <>
      <PageHead
        title={t`Availability`}
        lead={t`When visitors can book demo classes with you, and when you are away. Existing bookings stay.`}
      />
      <QueryView query={availability} skeleton={<Skeleton h={1200} />}>
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
                <ExternalCalendars />
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
