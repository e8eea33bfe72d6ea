import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

import type { Schema } from '@/api/client'

import { AttendanceBadge, type AttendanceStatus } from './attendance'
import { type Column, DataTable } from './data-table'
import { toDay } from './format'
import { Pages } from './pages'

/** A dispute of an attendance that is to be answered. */
export type OpenDispute = {
  id: string
  learner: ReactNode
  /** The session or the meeting. */
  of: ReactNode
  status: AttendanceStatus
  dispute: Schema<'AttendanceDispute'> | undefined
  answer: ReactNode
}

type Props = {
  /** What the disputes are about, as the name of a column. */
  about: string
  disputes: OpenDispute[]
  pagination: Schema<'Pagination'>
  onPage: (page: number) => void
}

/** The disputes of attendance that an instructor has to answer; nothing while there are none. */
export function OpenDisputes({ about, disputes, pagination, onPage }: Props) {
  if (disputes.length === 0) return null
  return (
    <section aria-labelledby="disputes">
      <Title order={2} size="h3" id="disputes" mt="xl" mb="sm">
        <Trans>Open disputes</Trans>
      </Title>
      <DataTable label={t`Open disputes`} columns={columns(about)} rows={disputes} idOf={({ id }) => id} />
      <Pages pagination={pagination} onPage={onPage} />
    </section>
  )
}

const columns = (about: string): Column<OpenDispute>[] => [
  { id: 'learner', label: t`Name`, place: 'lead', cell: ({ learner }) => learner },
  { id: 'of', label: about, cell: ({ of }) => of },
  { id: 'attendance', label: t`Attendance`, cell: ({ status }) => <AttendanceBadge status={status} /> },
  {
    id: 'reason',
    label: t`Reason`,
    cell: ({ dispute }) =>
      dispute && (
        <>
          <Text size="sm">{dispute.reason}</Text>
          <Text size="xs" c="dimmed">
            {toDay(dispute.created_at)}
          </Text>
        </>
      ),
  },
  { id: 'answer', label: t({ message: 'Answer', context: 'dispute' }), cell: ({ answer }) => answer },
]
