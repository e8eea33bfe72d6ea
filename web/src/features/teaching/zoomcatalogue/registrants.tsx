import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Group, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { type Column, DataTable } from '@/shared/data-table'
import { toMinute } from '@/shared/format'
import { QueryView } from '@/shared/query-view'

import { type Registrant, registrantsQuery } from './api'
import { BulkDecision } from './bulk-decision'
import { InvitationButton } from './invitation'
import { statusColors, statusLabels } from './labels'

/** Who is registered for a meeting at Zoom, for its instructors: of a session, or of a meeting outside of batches. */
export function Registrants({ of }: { of: string }) {
  const registrants = useQuery(registrantsQuery(of))
  return (
    <section aria-labelledby="registrants">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h3" id="registrants">
          <Trans>Registered at Zoom</Trans>
        </Title>
        <InvitationButton of={of} />
      </Group>
      <QueryView
        query={registrants}
        skeleton={<Skeleton height={120} radius="lg" />}
        isEmpty={(list) => list.length === 0}
        empty={<Text c="dimmed">{t`Nobody is registered yet. Learners are registered when they first join.`}</Text>}
      >
        {(list) => <Table of={of} list={list} />}
      </QueryView>
    </section>
  )
}

function Table({ of, list }: { of: string; list: Registrant[] }) {
  const [chosen, setChosen] = useState<Set<string>>(new Set())
  const ids = list.filter(({ id }) => chosen.has(id)).map(({ id }) => id)
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        {ids.length > 0
          ? plural(ids.length, { one: '# selected', other: '# selected' })
          : t`Learners whose registration is cancelled or denied can't join until you approve it. Select learners to change their registration.`}
      </Text>
      {ids.length > 0 && <BulkDecision of={of} ids={ids} onDone={() => setChosen(new Set())} />}
      <DataTable
        label={t`Registered at Zoom`}
        columns={columns()}
        rows={list}
        idOf={({ id }) => id}
        choice={{ chosen, onChosen: setChosen, nameOf: ({ full_name: name }) => name }}
      />
    </>
  )
}

const columns = (): Column<Registrant>[] => [
  { id: 'name', label: t`Name`, place: 'lead', cell: ({ full_name }) => full_name },
  {
    id: 'status',
    label: t`Status`,
    cell: ({ status }) => (
      <Badge color={statusColors[status]} variant="light" tt="none">
        {t(statusLabels[status])}
      </Badge>
    ),
  },
  { id: 'registered', label: t`Registered`, cell: ({ created_at }) => toMinute(created_at) },
]
