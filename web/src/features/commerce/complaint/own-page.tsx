import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Container } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { Schema } from '@/api/client'
import { type Column, DataTable } from '@/shared/data-table'
import { Empty } from '@/shared/empty'
import { ButtonLink, TextLink } from '@/shared/link'
import { Day } from '@/shared/moment'
import { PageHead } from '@/shared/page-head'
import { Pages } from '@/shared/pages'
import { QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'

import { ownComplaintsQuery } from './api'
import { categoryLabels } from './labels'
import { OwnStatusChip } from './status-chip'

/** The user's complaints. */
export function OwnComplaintsPage() {
  const [page, setPage] = useState(1)
  const complaints = useQuery(ownComplaintsQuery(page))
  const begin = (
    <ButtonLink to="/complaints/new">
      <Trans>New complaint</Trans>
    </ButtonLink>
  )
  return (
    <Container size="md" py="xl">
      <PageHead title={t`Your complaints`} lead={t`What you reported to us, and our answers.`}>
        {complaints.data && complaints.data.items.length > 0 && begin}
      </PageHead>
      <QueryView
        query={complaints}
        skeleton={<Rows height={56} />}
        isEmpty={({ items }) => items.length === 0}
        empty={
          <Empty title={t`No complaints`} action={begin}>
            <Trans>If something is wrong, write to us: we answer within one working day.</Trans>
          </Empty>
        }
      >
        {({ items, pagination }) => (
          <>
            <DataTable label={t`Your complaints`} columns={columns()} rows={items} idOf={({ id }) => id} />
            <Pages pagination={pagination} onPage={setPage} />
          </>
        )}
      </QueryView>
    </Container>
  )
}

const columns = (): Column<Schema<'OwnComplaint'>>[] => [
  {
    id: 'subject',
    label: t`Subject`,
    place: 'lead',
    cell: ({ id, subject }) => (
      <TextLink to="/complaints/$key" params={{ key: id }}>
        {subject}
      </TextLink>
    ),
  },
  {
    id: 'number',
    label: t({ message: 'Number', context: 'complaint' }),
    cell: ({ number }) => <span style={{ whiteSpace: 'nowrap' }}>{number}</span>,
  },
  { id: 'category', label: t`Topic`, cell: ({ category }) => t(categoryLabels[category]) },
  { id: 'status', label: t`Status`, cell: ({ status }) => <OwnStatusChip status={status} /> },
  { id: 'updated', label: t`Last change`, cell: ({ updated_at }) => <Day at={updated_at} /> },
]
