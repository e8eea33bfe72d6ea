import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { Schema } from '@/api/client'
import { type Column, DataTable } from '@/shared/data-table'
import { Empty } from '@/shared/empty'
import { Day } from '@/shared/moment'
import { Pages } from '@/shared/pages'
import { lineTitle } from '@/shared/price-lines'
import { QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'

import { companyOrdersQuery } from './api'
import { kindLabels } from './labels'
import { orderColumns } from './order-columns'

type CompanyOrder = Schema<'CompanyOrder'>

/** What a company has ordered, with its invoices and receipts. */
export function CompanyOrders({ companyId }: { companyId: string }) {
  const [page, setPage] = useState(1)
  const orders = useQuery(companyOrdersQuery(companyId, page))
  return (
    <QueryView
      query={orders}
      skeleton={<Rows height={56} />}
      isEmpty={({ items }) => items.length === 0}
      empty={
        <Empty title={t`No orders yet`}>
          <Trans>Seats that you buy appear here with their invoices and receipts.</Trans>
        </Empty>
      }
    >
      {({ items, pagination }) => (
        <>
          <DataTable label={t`Orders`} columns={columns()} rows={items} idOf={({ id }) => id} />
          <Pages pagination={pagination} onPage={setPage} />
        </>
      )}
    </QueryView>
  )
}

const columns = (shared = orderColumns()): Column<CompanyOrder>[] => [
  shared.number,
  { id: 'seats', label: t`Seats`, cell: ({ lines }) => lines.map(lineTitle).join(', ') },
  { id: 'po', label: t`PO number`, cell: ({ po_number }) => po_number },
  shared.date,
  {
    id: 'due',
    label: t`Due`,
    cell: ({ due_at, status }) => due_at && status === 'pending' && <Day at={due_at} />,
  },
  shared.status,
  shared.total,
  {
    id: 'documents',
    label: t`Documents`,
    cell: ({ documents }) => (
      <Group gap="xs">
        {documents.map(({ label, kind, file_url }) => {
          const name = t(kindLabels[kind])
          return (
            <Anchor key={label} href={file_url} style={{ whiteSpace: 'nowrap' }}>
              <Trans>
                {name} {label}
              </Trans>
            </Anchor>
          )
        })}
      </Group>
    ),
  },
]
