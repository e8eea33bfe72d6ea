import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Group } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Column, DataTable } from '@/shared/data-table'
import { Empty } from '@/shared/empty'
import { FilterSelect } from '@/shared/filter-select'
import { money } from '@/shared/money'
import { PageHead } from '@/shared/page-head'
import { Pages } from '@/shared/pages'
import { PeriodFields } from '@/shared/period-fields'
import { personName } from '@/shared/person-name'
import { lineTitle } from '@/shared/price-lines'
import { Failure, QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'
import { SearchField } from '@/shared/search-field'

import {
  allOrdersQuery,
  disputesQuery,
  failedRefundsQuery,
  heldQuery,
  type Order,
  type OrderFilters,
  seriesQuery,
  statuses,
  transfersQuery,
  useExportOrders,
} from './api'
import { ApproveDialog } from './approve-dialog'
import { Disputes } from './disputes'
import { FailedRefunds } from './failed-refunds'
import { Held } from './held'
import { statusLabels } from './labels'
import { orderColumns } from './order-columns'
import { RefundDialog } from './refund-dialog'
import { openRefundRequestsQuery } from './refund-request-api'
import { RefundRequests } from './refund-requests'
import { Transfers } from './transfers'

type Props = { filters: OrderFilters; onFilters: (filters: OrderFilters) => void }

/** Everybody's orders, for administrators. */
export function OrdersPage({ filters, onFilters }: Props) {
  const [page, setPage] = useState(1)
  const [refunding, setRefunding] = useState<Order>()
  const [approving, setApproving] = useState<Order>()
  const orders = useQuery(allOrdersQuery(filters, page))
  const sheet = useExportOrders(filters)
  const loads = useAttentionLoads()
  const set = (change: OrderFilters) => {
    setPage(1)
    onFilters({ ...filters, ...change })
  }
  return (
    <>
      <PageHead title={t`Orders`} lead={t`All orders and their payments. You can refund payments here.`}>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} />}
          loading={sheet.isPending}
          onClick={() => sheet.mutate()}
        >
          <Trans>Export CSV</Trans>
        </Button>
      </PageHead>
      {sheet.error && <Failure error={sheet.error} />}
      {loads && <Rows height={56} />}
      <div hidden={loads}>
        <Damages />
        <Disputes />
        <RefundRequests />
        <FailedRefunds />
        <Held />
        <Transfers />
        <search>
          <Group align="flex-end" gap="sm" mb="md">
            <SearchField
              label={t`Order number, name or email address`}
              value={filters.search ?? ''}
              onSearch={(search) => set({ search: search || undefined })}
              flex="1 1 260px"
              maw={360}
            />
            <FilterSelect
              label={t`Status`}
              value={filters.status}
              choices={statuses.map((value) => ({ value, label: t(statusLabels[value]) }))}
              onChange={(status) => set({ status })}
            />
            <PeriodFields
              from={filters.from ?? ''}
              to={filters.to ?? ''}
              onFrom={(from) => set({ from: from || undefined })}
              onTo={(to) => set({ to: to || undefined })}
            />
          </Group>
        </search>
        <QueryView
          query={orders}
          skeleton={<Rows height={56} />}
          isEmpty={({ items }) => items.length === 0}
          empty={
            <Empty title={t`No orders`}>
              {Object.values(filters).some(Boolean)
                ? t`No orders match these filters.`
                : t`What learners buy appears here.`}
            </Empty>
          }
        >
          {({ items, pagination }) => (
            <>
              <DataTable
                label={t`Orders`}
                columns={columns(setRefunding, setApproving)}
                rows={items}
                idOf={({ id }) => id}
              />
              <Pages pagination={pagination} onPage={setPage} />
            </>
          )}
        </QueryView>
        {!orders.isPending && <Series />}
      </div>
      {refunding && <RefundDialog order={refunding} onClose={() => setRefunding(undefined)} />}
      {approving && <ApproveDialog order={approving} onClose={() => setApproving(undefined)} />}
    </>
  )
}

/** Whether what needs attention is not known yet: it stands above the orders, and would move them. */
function useAttentionLoads() {
  const disputes = useQuery(disputesQuery)
  const requests = useQuery(openRefundRequestsQuery)
  const failed = useQuery(failedRefundsQuery)
  const held = useQuery(heldQuery)
  const transfers = useQuery(transfersQuery)
  return [disputes, requests, failed, held, transfers].some(({ isPending }) => isPending)
}

const columns = (
  onRefund: (order: Order) => void,
  onApprove: (order: Order) => void,
  shared = orderColumns(),
): Column<Order>[] => [
  shared.number,
  { id: 'buyer', label: t`Buyer`, cell: ({ buyer_name }) => personName(buyer_name ?? '') },
  { id: 'courses', label: t`Courses`, cell: ({ lines }) => lines.map(lineTitle).join(', ') },
  { id: 'po', label: t`PO number`, cell: ({ po_number }) => po_number },
  shared.date,
  shared.status,
  shared.total,
  { id: 'refunded', label: t`Refunded`, cell: ({ refunded, currency }) => refunded > 0 && money(refunded, currency) },
  {
    id: 'actions',
    label: t`Actions`,
    place: 'end',
    cell: (order) => (
      <>
        {order.can.includes('approve') && (
          <Button variant="subtle" aria-label={t`Approve ${order.number}`} onClick={() => onApprove(order)}>
            <Trans>Approve</Trans>
          </Button>
        )}
        {order.can.includes('refund') && (
          <Button variant="subtle" aria-label={t`Refund ${order.number}`} onClick={() => onRefund(order)}>
            <Trans>Refund</Trans>
          </Button>
        )}
      </>
    ),
  },
]

const useDamages = () => useQuery(seriesQuery).data?.flatMap((s) => s.damages) ?? []

/** Documents whose numbers have gaps, or that were changed. */
function Damages() {
  const damages = useDamages()
  if (damages.length === 0) return null
  return (
    <Alert color="red" role="alert" mb="md" title={t`Receipts are missing or were changed`}>
      {damages.map((damage) => (
        <div key={damage}>{damage}</div>
      ))}
    </Alert>
  )
}

/** Says, below the orders, that no document is missing or was changed. */
function Series() {
  const series = useQuery(seriesQuery)
  const isDamaged = useDamages().length > 0
  if (!series.data || series.data.length === 0 || isDamaged) return null
  const numbers = series.data.map(({ name, last }) => `${name}: ${last}`).join(', ')
  return (
    <Alert color="evergreen" mt="md">
      <Trans>All receipts are there and unchanged since they were issued. Last numbers: {numbers}</Trans>
    </Alert>
  )
}
