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
        <Trans>What happened to your account</Trans>
      </Title>
      <Text c="dimmed" size="sm" mb="md">
        <Trans>If something here was not you, change your password and sign out everywhere else.</Trans>
      </Text>
      <QueryView
        query={log}
        skeleton={<Rows height={48} />}
        isEmpty={(events) => events.length === 0}
        empty={
          <Text c="dimmed">
            <Trans>Nothing yet.</Trans>
          </Text>
        }
      >
        {(events) => (
          <>
            <EventTable label={t`What happened to your account`} events={events} />
            <MoreButton query={log} />
          </>
        )}
      </QueryView>
    </Paper>
  )
}
