import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Avatar, Badge, Button, Card, Container, Group, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

import { initials, toTime } from '@/shared/format'
import { ButtonLink } from '@/shared/link'
import { PageHead } from '@/shared/page-head'
import { QueryView } from '@/shared/query-view'

import { presenceQuery, sessionQuery, useLeave } from './api'

type Props = {
  sessionId: string
  /** Called when the user has left. */
  onLeft: () => void
}

/** The built-in room of a session: it shows who is there, and counts the time for their attendance. */
export function RoomPage({ sessionId, onLeft }: Props) {
  const session = useQuery(sessionQuery(sessionId)).data
  const presence = useQuery(presenceQuery(sessionId))
  const leave = useLeave(sessionId)
  const { mutate } = leave
  useEffect(() => {
    const left = () => mutate()
    window.addEventListener('pagehide', left)
    return () => window.removeEventListener('pagehide', left)
  }, [mutate])
  return (
    <Container size={1000} pt={{ base: 'xs', sm: 'lg' }}>
      <PageHead
        title={session?.session.title || session?.batch_name || t`Room`}
        lead={<Until at={presence.data?.ends_at} />}
      >
        <Button
          color="red"
          variant="light"
          loading={leave.isPending}
          onClick={() => leave.mutate(undefined, { onSettled: onLeft })}
        >
          <Trans>Leave session</Trans>
        </Button>
      </PageHead>
      <QueryView query={presence} skeleton={<Skeleton height={160} radius="lg" />}>
        {({ people }) => (
          <Stack>
            <Text fw={600} aria-live="polite">
              {plural(people.length, { one: '# person is here', other: '# people are here' })}
            </Text>
            <SimpleGrid component="ul" cols={{ base: 1, xs: 2, md: 3 }} p={0} m={0} style={{ listStyle: 'none' }}>
              {people.map(({ user_id, full_name, teaches, since }) => (
                <Card key={user_id} component="li" withBorder radius="lg" padding="md">
                  <Group wrap="nowrap">
                    <Avatar radius="xl" alt="">
                      {initials(full_name)}
                    </Avatar>
                    <div>
                      <Text fw={600}>{full_name}</Text>
                      <Text size="xs" c="dimmed">
                        <Since at={since} />
                      </Text>
                    </div>
                    {teaches && (
                      <Badge ml="auto" variant="light" tt="none">
                        <Trans>Instructor</Trans>
                      </Badge>
                    )}
                  </Group>
                </Card>
              ))}
            </SimpleGrid>
            <ButtonLink
              to="/sessions/$sessionId"
              params={{ sessionId }}
              variant="subtle"
              style={{ alignSelf: 'start' }}
            >
              <Trans>About this session</Trans>
            </ButtonLink>
          </Stack>
        )}
      </QueryView>
    </Container>
  )
}

function Since({ at }: { at: string }) {
  const time = toTime(at)
  return <Trans>Here since {time}</Trans>
}

function Until({ at }: { at: string | undefined }) {
  if (!at) return null
  const time = toTime(at)
  return <Trans>The session ends at {time}. Keep this page open: the time counts as your attendance.</Trans>
}
