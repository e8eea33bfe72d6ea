import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Button, Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { Empty } from '@/shared/empty'
import { PageHead } from '@/shared/page-head'
import { Failure, QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'

import { type MeetingServer, meetingServersQuery, serverStatusQuery } from './api'
import { Hosts } from './hosts'
import { providerLabels } from './labels'
import { Meetings } from './meetings'

/** The meeting servers on which sessions can meet, and whether they work, for administrators. */
export function ServersPage() {
  const servers = useQuery(meetingServersQuery())
  return (
    <>
      <PageHead title={t`Meeting servers`} lead={t`Batches and sessions can meet in rooms on these servers.`} />
      <QueryView
        query={servers}
        skeleton={<Rows />}
        isEmpty={(list) => list.length === 0}
        empty={
          <Empty title={t`No meeting servers`}>
            <Trans>
              Sessions can use the link of a meeting elsewhere, or a room in Lectern without video. To offer rooms on
              BigBlueButton, Jitsi or Zoom, ask the operator of this server to set one up.
            </Trans>
          </Empty>
        }
      >
        {(list) => (
          <Stack>
            {list.map((server) => (
              <Server key={server.name} server={server} />
            ))}
            {list.some(({ name }) => name === 'zoom') && (
              <Stack gap="xl" mt="md">
                <Meetings />
                <Hosts />
              </Stack>
            )}
          </Stack>
        )}
      </QueryView>
    </>
  )
}

function Server({ server: { name, host } }: { server: MeetingServer }) {
  const status = useQuery(serverStatusQuery(name))
  return (
    <Card withBorder radius="lg" padding="lg" component="section" aria-label={t(providerLabels[name])}>
      <Group justify="space-between">
        <div>
          <Title order={2} size="h4">
            {t(providerLabels[name])}
          </Title>
          <Text c="dimmed" size="sm">
            {host}
          </Text>
        </div>
        <Group>
          {status.isFetching ? (
            <Skeleton height={22} width={80} radius="xl" />
          ) : (
            <Badge color={status.isSuccess ? 'evergreen' : 'red'} variant="light" tt="none">
              {status.isSuccess ? <Trans>Works</Trans> : <Trans>Doesn't work</Trans>}
            </Badge>
          )}
          <Button variant="default" loading={status.isFetching} onClick={() => status.refetch()}>
            <Trans>Check again</Trans>
          </Button>
        </Group>
      </Group>
      {status.error && !status.isFetching && (
        <div style={{ marginTop: 'var(--mantine-spacing-md)' }}>
          <Failure error={status.error} />
        </div>
      )}
    </Card>
  )
}
