import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { type Column, DataTable } from '@/shared/data-table'
import { Empty } from '@/shared/empty'
import { Day } from '@/shared/moment'
import { money } from '@/shared/money'
import { PageHead } from '@/shared/page-head'
import { Pages } from '@/shared/pages'
import { lineTitle } from '@/shared/price-lines'
import { Failure, QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'

import { type Order, ownOrdersQuery, plansQuery, type Receipt, receiptsQuery } from './api'
import { kindLabels } from './labels'
import { orderColumns } from './order-columns'
import { PaymentPlans } from './payment-plans'

const tabs = ['payments', 'receipts', 'gifts'] as const
type Tab = (typeof tabs)[number]

type Props = {
  tab: Tab
  onTab: (tab: Tab) => void
  /** The gifts that the user has bought. */
  gifts: ReactNode
}

/** What the user has bought, and the documents about it. */
export function PaymentsPage({ tab, onTab, gifts }: Props) {
  return (
    <>
      <PageHead title={t`Payments and receipts`} />
      <SegmentedControl
        aria-label={t`Show`}
        mb="md"
        value={tab}
        onChange={(value) => onTab(tabs.find((one) => one === value) ?? 'payments')}
        data={[
          { value: 'payments', label: t`Payments` },
          { value: 'receipts', label: t`Receipts` },
          { value: 'gifts', label: t`Gifts` },
        ]}
      />
      {tab === 'payments' && <Payments />}
      {tab === 'receipts' && <Receipts />}
      {tab === 'gifts' && gifts}
    </>
  )
}

const paymentColumns = (shared = orderColumns()): Column<Order>[] => [
  shared.number,
  { id: 'courses', label: t`Courses`, cell: ({ lines }) => lines.map(lineTitle).join(', ') },
  shared.date,
  shared.status,
  shared.total,
]

const useOwnOrders = (page: number) => useQuery(ownOrdersQuery(page))

function Payments() {
  const [page, setPage] = useState(1)
  const orders = useOwnOrders(page)
  const plans = useQuery(plansQuery)
  if (plans.isPending) return <Rows height={56} />
  return (
    <>
      {plans.data && <PaymentPlans plans={plans.data.items} />}
      {plans.error && <Failure error={plans.error} />}
      <Orders orders={orders} onPage={setPage} />
    </>
  )
}

type OrdersProps = { orders: ReturnType<typeof useOwnOrders>; onPage: (page: number) => void }

function Orders({ orders, onPage }: OrdersProps) {
  return (
    <QueryView
      query={orders}
      skeleton={<Rows height={56} />}
      isEmpty={({ items }) => items.length === 0}
      empty={
        <Empty title={t`No payments yet`}>
          <Trans>What you buy appears here.</Trans>
        </Empty>
      }
    >
      {({ items, pagination }) => (
        <>
          <DataTable label={t`Payments`} columns={paymentColumns()} rows={items} idOf={({ id }) => id} />
          <Pages pagination={pagination} onPage={onPage} />
        </>
      )}
    </QueryView>
  )
}

const receiptColumns = (): Column<Receipt>[] => [
  {
    id: 'label',
    label: t`Receipt number`,
    place: 'lead',
    cell: ({ label, file_url }) => (
      <Anchor href={file_url} target="_blank">
        {label}
      </Anchor>
    ),
  },
  { id: 'kind', label: t`Document`, cell: ({ kind }) => t(kindLabels[kind]) },
  { id: 'date', label: t`Date`, cell: ({ issued_at }) => <Day at={issued_at} /> },
  { id: 'total', label: t`Total`, cell: ({ total, currency }) => money(total, currency) },
]

function Receipts() {
  const [page, setPage] = useState(1)
  const receipts = useQuery(receiptsQuery(page))
  return (
    <QueryView
      query={receipts}
      skeleton={<Rows height={56} />}
      isEmpty={({ items }) => items.length === 0}
      empty={
        <Empty title={t`No receipts yet`}>
          <Trans>Receipts for what you pay appear here.</Trans>
        </Empty>
      }
    >
      {({ items, pagination }) => (
        <>
          <DataTable label={t`Receipts`} columns={receiptColumns()} rows={items} idOf={({ id }) => id} />
          <Pages pagination={pagination} onPage={setPage} />
        </>
      )}
    </QueryView>
  )
}
