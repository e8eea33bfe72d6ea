import { i18n } from '@lingui/core'
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { ButtonLink } from '@/shared/link'
import { QueryView } from '@/shared/query-view'

import { type Availability, offeredQuery } from './api'

/** How many times visitors can book, day by day. */
export function Offered({ availability }: { availability: Availability }) {
  const { instructor_id: id, timezone } = availability
  const today = new Intl.DateTimeFormat('sv', { timeZone: timezone }).format(new Date())
  const offered = useQuery(offeredQuery(id, today, timezone))
  const heading = t`What visitors see`
  return (
    <Card withBorder component="section" aria-label={heading}>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {heading}
        </Title>
        <ButtonLink to="/demo" variant="default" size="compact-md">
          <Trans>Booking page</Trans>
        </ButtonLink>
      </Group>
      <QueryView
        query={offered}
        skeleton={<Skeleton h={340} />}
        isEmpty={(days) => days.every(({ free }) => free === 0)}
        empty={
          <Text size="sm" c="dimmed">
            <Trans>Visitors can't book demo classes in the next 14 days.</Trans>
          </Text>
        }
      >
        {(days) => (
          <Stack component="ul" p={0} m={0} gap={4} style={{ listStyle: 'none' }}>
            {days.map(({ date, free }) => (
              <Group key={date} component="li" justify="space-between">
                <Text size="sm">
                  {i18n.date(`${date}T00:00:00Z`, {
                    weekday: 'short',
                    day: 'numeric',
                    month: 'short',
                    timeZone: 'UTC',
                  })}
                </Text>
                <Text size="sm">{free === 0 ? '–' : plural(free, { one: '# free time', other: '# free times' })}</Text>
              </Group>
            ))}
          </Stack>
        )}
      </QueryView>
    </Card>
  )
}
