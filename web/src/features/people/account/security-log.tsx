import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Paper, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'

import { EventTable } from '@/shared/event-table'
import { MoreButton } from '@/shared/pages'
import { QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'

import { securityLogQuery } from './api'

/** The security log of the user's own account, in which they may notice actions that were not theirs. */
export function SecurityLog() {
  const log = useInfiniteQuery(securityLogQuery())
  return (
    <Paper component="section" withBorder p={{ base: 'md', sm: 'xl' }} aria-labelledby="security-log">
      <Title order={2} size="h4" id="security-log">
        <Trans>Account activity</Trans>
      </Title>
      <Text c="dimmed" size="sm" mb="md">
        <Trans>If you don't recognise something, change your password and sign out on all other devices.</Trans>
      </Text>
      <QueryView
        query={log}
        skeleton={<Rows height={48} />}
        isEmpty={(events) => events.length === 0}
        empty={
          <Text c="dimmed">
            <Trans>No activity yet.</Trans>
          </Text>
        }
      >
        {(events) => (
          <>
            <EventTable label={t`Account activity`} events={events} />
            <MoreButton query={log} />
          </>
        )}
      </QueryView>
    </Paper>
  )
}
