import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { QueryView } from '@/shared/query-view'

import { rosterQuery } from './members-api'

/** The names of those who are in a batch, for its members. */
export function Roster({ batchId }: { batchId: string }) {
  const roster = useQuery(rosterQuery(batchId))
  const label = t`Members`
  return (
    <section aria-label={label}>
      <Title order={2} size="h3" mt="xl" mb="sm">
        {label}
      </Title>
      <QueryView
        query={roster}
        skeleton={<Skeleton height={72} />}
        isEmpty={(names) => names.length === 0}
        empty={
          <Text c="dimmed">
            <Trans>No members yet.</Trans>
          </Text>
        }
      >
        {(names) => (
          <ul style={{ margin: 0, paddingInlineStart: '1.2rem', columns: '14rem' }}>
            {names.map(({ full_name }, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: members can have the same name, and the list shows nothing else of them
              <li key={`${full_name} ${i}`}>{full_name}</li>
            ))}
          </ul>
        )}
      </QueryView>
    </section>
  )
}
