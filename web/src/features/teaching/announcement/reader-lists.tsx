import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Progress, SegmentedControl, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { Schema } from '@/api/client'
import { DataTable } from '@/shared/data-table'
import { toMinute } from '@/shared/format'
import { Pages } from '@/shared/pages'
import { QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'

import { readersQuery } from './api'
import { RemindButton } from './remind-button'

type Reader = Schema<'AnnouncementReader'>
type Props = {
  id: string
  requiresAck: boolean
  /** Readers see the announcement now, and can be reminded of it. */
  isShown: boolean
  remindedAt: string | undefined | null
}

const pageSize = 20

/** Who has read an announcement and who has not, for those who can change it. */
export function ReaderLists({ id, requiresAck, isShown, remindedAt }: Props) {
  const [show, setShow] = useState<'unread' | 'read'>('unread')
  const [page, setPage] = useState(1)
  const readers = useQuery(readersQuery(id, page))
  return (
    <section aria-labelledby="readers">
      <Title order={2} size="h3" id="readers" mt="xl" mb="sm">
        <Trans>Who has read it</Trans>
      </Title>
      <QueryView query={readers} skeleton={<Rows height={52} />}>
        {({ summary, readBy, unreadBy }) => (
          <>
            <Summary summary={summary} requiresAck={requiresAck} />
            {isShown && (
              <RemindButton
                id={id}
                missing={summary.totalTargeted - (requiresAck ? summary.totalAcknowledged : summary.totalRead)}
                requiresAck={requiresAck}
                remindedAt={remindedAt}
              />
            )}
            <SegmentedControl
              aria-label={t`Show`}
              my="md"
              value={show}
              onChange={(value) => {
                setShow(value === 'read' ? 'read' : 'unread')
                setPage(1)
              }}
              data={[
                { value: 'unread', label: t`Not read (${summary.totalUnread})` },
                { value: 'read', label: t`Read (${summary.totalRead})` },
              ]}
            />
            <Readers rows={(show === 'read' ? readBy : unreadBy) ?? []} show={show} requiresAck={requiresAck} />
            <Pages
              pagination={pagesOf(show === 'read' ? summary.totalRead : summary.totalUnread, page)}
              onPage={setPage}
            />
          </>
        )}
      </QueryView>
    </section>
  )
}

function pagesOf(total: number, page: number): Schema<'Pagination'> {
  const pages = Math.ceil(total / pageSize)
  return {
    current_page: page,
    total_pages: pages,
    total_items: total,
    items_per_page: pageSize,
    has_next_page: page < pages,
    has_prev_page: page > 1,
  }
}

function Summary({ summary, requiresAck }: { summary: Schema<'ReadSummary'>; requiresAck: boolean }) {
  const { totalTargeted, totalRead, totalAcknowledged, readPercentage } = summary
  return (
    <>
      <Text>
        <Trans>
          Read by {totalRead} of {totalTargeted}.
        </Trans>{' '}
        {requiresAck && <Trans>Confirmed by {totalAcknowledged}.</Trans>}
      </Text>
      <Progress value={readPercentage} mt="xs" aria-label={t`Share that has read it`} />
    </>
  )
}

function Readers({ rows, show, requiresAck }: { rows: Reader[]; show: 'read' | 'unread'; requiresAck: boolean }) {
  if (rows.length === 0) {
    return <Text c="dimmed">{show === 'read' ? t`No one has read it yet.` : t`Everyone has read it.`}</Text>
  }
  const time = (at: string | null) => (at ? toMinute(at) : '–')
  return (
    <DataTable
      label={t`People`}
      idOf={({ id }) => id}
      rows={rows}
      columns={[
        { id: 'name', label: t`Name`, place: 'lead', cell: ({ full_name }) => full_name },
        { id: 'email', label: t`Email`, cell: ({ email }) => email },
        ...(show === 'read' ? [{ id: 'read', label: t`Read`, cell: ({ readAt }: Reader) => time(readAt) }] : []),
        ...(show === 'read' && requiresAck
          ? [{ id: 'confirmed', label: t`Confirmed`, cell: ({ acknowledgedAt }: Reader) => time(acknowledgedAt) }]
          : []),
      ]}
    />
  )
}
