import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, NativeSelect, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'

import { BarChart } from '@/shared/bar-chart'
import { type Column, DataTable } from '@/shared/data-table'
import { Empty } from '@/shared/empty'
import { FigureList, FiguresSkeleton } from '@/shared/figure-list'
import { dated, percent } from '@/shared/format'
import { minorDigits, money } from '@/shared/money'
import { PageHead } from '@/shared/page-head'
import { PeriodFields } from '@/shared/period-fields'
import { Failure, QueryView } from '@/shared/query-view'

import { type CurrencyStats, type Grouping, groupings, type StatsFilters, statsQuery, useExportStats } from './api'
import { groupingLabels, groupName } from './stats-labels'

type Props = { filters: StatsFilters; onFilters: (filters: StatsFilters) => void }

/** What was earned, received and sent back, for administrators. */
export function StatsPage({ filters, onFilters }: Props) {
  const stats = useQuery(statsQuery(filters))
  const sheet = useExportStats(filters)
  const set = (change: StatsFilters) => onFilters({ ...filters, ...change })
  const by = filters.by ?? 'month'
  return (
    <>
      <PageHead
        title={t`Payment statistics`}
        lead={t`What was earned, paid and refunded, as the ledger has it. Each currency stands by itself.`}
      >
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
      <search>
        <Group align="flex-end" gap="sm" mb="md">
          <PeriodFields
            from={filters.from ?? stats.data?.from ?? ''}
            to={filters.to ?? stats.data?.to ?? ''}
            onFrom={(from) => set({ from: from || undefined })}
            onTo={(to) => set({ to: to || undefined })}
          />
          <NativeSelect
            label={t`Add up by`}
            value={by}
            data={groupings.map((value) => ({ value, label: t(groupingLabels[value]) }))}
            onChange={({ currentTarget }) => set({ by: groupings.find((g) => g === currentTarget.value) })}
          />
        </Group>
      </search>
      <QueryView query={stats} skeleton={<StatsSkeleton />}>
        {({ currencies, orders, orders_paid, time_zone, from, to }) => (
          <Stack gap="xl">
            <Conversion orders={orders} paid={orders_paid} period={{ from, to }} zone={time_zone} />
            {currencies.length === 0 && (
              <Empty title={t`No payments`}>
                <Trans>Nothing was paid in this period. Choose another one.</Trans>
              </Empty>
            )}
            {currencies.map((currency) => (
              <OfCurrency key={currency.currency + currency.test} stats={currency} by={by} />
            ))}
          </Stack>
        )}
      </QueryView>
    </>
  )
}

const StatsSkeleton = () => (
  <Stack gap="xl">
    <Skeleton height={24} maw={480} />
    <FiguresSkeleton />
    <Skeleton height={260} radius="lg" />
  </Stack>
)

type ConversionProps = { orders: number; paid: number; period: { from: string; to: string }; zone: string }

/** How many of the orders were paid. */
function Conversion({ orders, paid, period, zone }: ConversionProps) {
  const [first, last] = [dated(period.from), dated(period.to)]
  const share = percent(orders === 0 ? 0 : (100 * paid) / orders)
  const made = plural(orders, { one: '# order', other: '# orders' })
  return (
    <Text>
      <Trans>
        {made} from {first} to {last} ({zone}), of which {paid} are paid ({share}).
      </Trans>
    </Text>
  )
}

function OfCurrency({ stats, by }: { stats: CurrencyStats; by: Grouping }) {
  const { currency, test, total, groups, dues } = stats
  const name = test ? t`${currency} (test payments)` : currency
  const amount = (minor: number) => money(minor, currency)
  const overdue = amount(dues.overdue_amount)
  return (
    <section aria-label={name}>
      <Title order={2} size="h3" mb="sm">
        {name}
      </Title>
      <Stack gap="md">
        <FigureList
          figures={[
            { name: t`Revenue`, value: amount(total.revenue), note: t`Without taxes of ${amount(total.tax)}` },
            { name: t`Received`, value: amount(total.received), note: t`Of which fees: ${amount(total.fees)}` },
            { name: t`Refunded`, value: amount(total.refunded) },
            {
              name: t`Open instalments`,
              value: amount(dues.open_amount + dues.overdue_amount),
              note: dues.overdue > 0 ? t`Overdue: ${overdue}` : t`None overdue`,
            },
          ]}
        />
        {(by === 'month' || by === 'day') && <Received stats={stats} by={by} />}
        <DataTable
          label={t`Sums in ${name}`}
          columns={columns(by, currency)}
          rows={by === 'day' ? groups.filter(isUsed) : groups}
          idOf={({ key }) => key}
        />
      </Stack>
    </section>
  )
}

type PaymentGroup = CurrencyStats['groups'][number]

const isUsed = ({ revenue, tax, received, refunded, fees }: PaymentGroup) =>
  [revenue, tax, received, refunded, fees].some((amount) => amount !== 0)

/** What was paid over time: never below zero, as revenue may be in a month of refunds. */
function Received({ stats: { currency, test, total, groups }, by }: { stats: CurrencyStats; by: 'month' | 'day' }) {
  const unit = 10 ** minorDigits(currency)
  const sum = money(total.received, currency)
  const name = test ? t`${currency} (test payments)` : currency
  return (
    <BarChart
      title={t`Received in ${name}`}
      columns={{ period: t(groupingLabels[by]), value: t`Received` }}
      bars={groups.map((group) => ({
        label: groupName(by, group),
        mark: groupName(by, group, true),
        value: group.received / unit,
      }))}
      summary={t`Received in this period: ${sum}`}
      write={(value) => money(Math.round(value * unit), currency)}
    />
  )
}

const columns = (by: Grouping, currency: string): Column<PaymentGroup>[] => {
  const amounts = [
    ['revenue', t`Revenue`],
    ['tax', t`Taxes`],
    ['received', t`Received`],
    ['refunded', t`Refunded`],
    ['fees', t`Fees`],
  ] as const
  return [
    { id: 'key', label: t(groupingLabels[by]), place: 'lead', cell: (group) => groupName(by, group) },
    ...amounts.map(([id, label]) => ({
      id,
      label,
      cell: (group: PaymentGroup) => money(group[id], currency),
    })),
  ]
}
