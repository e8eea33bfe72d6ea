import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { type Column, DataTable } from '@/shared/data-table'
import { Empty } from '@/shared/empty'
import { money } from '@/shared/money'
import { QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'

import { type CompanySpend, spendReportQuery } from './report-api'

/** What the company has ordered and paid, each currency by itself. */
export function SpendReport({ companyId }: { companyId: string }) {
  const spend = useQuery(spendReportQuery(companyId))
  return (
    <QueryView
      query={spend}
      skeleton={<Rows height={64} />}
      isEmpty={(all) => all.length === 0}
      empty={
        <Empty title={t`Nothing spent yet`}>
          <Trans>What your company orders and pays appears here.</Trans>
        </Empty>
      }
    >
      {(all) => (
        <>
          <DataTable label={t`Spending`} columns={columns()} rows={all} idOf={({ currency }) => currency} />
          <Text size="sm" c="dimmed" mt="sm">
            <Trans>Amounts include taxes. The CSV file has every order with its invoices and receipts.</Trans>
          </Text>
        </>
      )}
    </QueryView>
  )
}

const columns = (): Column<CompanySpend>[] => [
  { id: 'currency', label: t`Currency`, place: 'lead', cell: ({ currency }) => <Text fw={600}>{currency}</Text> },
  { id: 'orders', label: t`Orders`, cell: ({ orders }) => plural(orders, { one: '# order', other: '# orders' }) },
  { id: 'ordered', label: t`Ordered`, cell: ({ ordered, currency }) => money(ordered, currency) },
  { id: 'open', label: t`Still to pay`, cell: ({ open, currency }) => money(open, currency) },
  {
    id: 'paid',
    label: t({ message: `Paid`, context: 'order' }),
    cell: ({ paid, currency }) => money(paid, currency),
  },
  { id: 'refunded', label: t`Refunded`, cell: ({ refunded, currency }) => money(refunded, currency) },
  { id: 'spent', label: t`Spent`, cell: ({ spent, currency }) => money(spent, currency) },
]
