import { plural } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Avatar, Badge, Button, Card, Container, Group, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'

import type { Schema } from '@/api/client'

import { initials, toTime } from './format'
import { PageHead } from './page-head'
import { QueryView } from './query-view'

type Props = {
  title: string
  /** Until when people meet, given the time. */
  lead: (time: string) => ReactNode
  presence: UseQueryResult<Schema<'Presence'>>
  /** Says that the user has left. */
  leave: UseMutationResult<unknown, Error, void>
  leaveLabel: string
  /** Called when the user has left. */
  onLeft: () => void
  /** A link to what takes place here. */
  about: ReactNode
}

/** The built-in room: it shows who is there. */
export function BuiltInRoom({ title, lead, presence, leave, leaveLabel, onLeft, about }: Props) {
  const { mutate } = leave
  useEffect(() => {
    const left = () => mutate()
    window.addEventListener('pagehide', left)
    return () => window.removeEventListener('pagehide', left)
  }, [mutate])
  return (
    <Container size={1000} pt={{ base: 'xs', sm: 'lg' }}>
      <PageHead title={title} lead={presence.data && lead(toTime(presence.data.ends_at))}>
        <Button
          color="red"
          variant="light"
          loading={leave.isPending}
          onClick={() => leave.mutate(undefined, { onSettled: onLeft })}
        >
          {leaveLabel}
        </Button>
      </PageHead>
      <QueryView query={presence} skeleton={<Skeleton height={160} radius="lg" />}>
        {({ people }) => (
          <Stack>
            <Text fw={600} aria-live="polite">
              {plural(people.length, { one: '# person is here', other: '# people are here' })}
            </Text>
            <SimpleGrid component="ul" cols={{ base: 1, xs: 2, md: 3 }} p={0} m={0} style={{ listStyle: 'none' }}>
              {people.map((person) => (
                <Present key={person.user_id} person={person} />
              ))}
            </SimpleGrid>
            {about}
          </Stack>
        )}
      </QueryView>
    </Container>
  )
}

function Present({ person: { full_name, teaches, since } }: { person: Schema<'Presence'>['people'][number] }) {
  const time = toTime(since)
  return (
    <Card component="li" withBorder radius="lg" padding="md">
      <Group wrap="nowrap">
        <Avatar radius="xl" alt="">
          {initials(full_name)}
        </Avatar>
        <div>
          <Text fw={600}>{full_name}</Text>
          <Text size="xs" c="dimmed">
            <Trans>Here since {time}</Trans>
          </Text>
        </div>
        {teaches && (
          <Badge ml="auto" variant="light" tt="none">
            <Trans>Instructor</Trans>
          </Badge>
        )}
      </Group>
    </Card>
  )
}
