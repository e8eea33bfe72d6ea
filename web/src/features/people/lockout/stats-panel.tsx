import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Paper, SegmentedControl, SimpleGrid, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { BarChart, Bars } from '@/shared/bar-chart'
import { count } from '@/shared/format'
import { QueryView } from '@/shared/query-view'

import { type LockoutStats, statsQuery } from './api'
import { reasons, risks } from './labels'

export const spans = [7, 30, 90] as const
export type Span = (typeof spans)[number]

type Props = { days: Span; onDays: (days: Span) => void }

/** The lockouts of recent days, and their reasons. */
export function StatsPanel({ days, onDays }: Props) {
  const stats = useQuery(statsQuery(days))
  const choose = (value: string) => {
    const next = spans.find((span) => String(span) === value)
    if (next) onDays(next)
  }
  return (
    <section aria-labelledby="lockout-statistics">
      <Title order={2} size="h3" id="lockout-statistics" mt={40} mb="sm">
        <Trans>Statistics</Trans>
      </Title>
      <SegmentedControl
        aria-label={t`How far back`}
        mb="md"
        data={spans.map((span) => ({ value: String(span), label: t`${span} days` }))}
        value={String(days)}
        onChange={choose}
      />
      <QueryView query={stats} skeleton={<Skeleton height={320} radius="lg" />}>
        {(s) => <Panels stats={s} />}
      </QueryView>
    </section>
  )
}

function Panels({ stats }: { stats: LockoutStats }) {
  const { by_day, by_reason, by_level, by_risk, total, without_account, days } = stats
  return (
    <>
      <Panel>
        <BarChart
          title={t`Locks by day`}
          columns={{ period: t`Day`, value: t`Locks` }}
          none={t`No lock in ${days} days.`}
          summary={t`${count(total, 'lock')} in ${days} days`}
          bars={by_day.map(({ day, count: value }) => ({ label: dayName(day), mark: dayMark(day), value }))}
        />
        <Text size="sm" c="dimmed" mt="xs">
          <Trans>
            {count(total, 'lock')} in {days} days, of those {without_account} of addresses that have no account.
          </Trans>
        </Text>
      </Panel>
      <SimpleGrid cols={{ base: 1, md: 3 }} mt="md">
        <Panel title={t`By reason`}>
          <Bars bars={by_reason.map(({ reason, count: value }) => ({ label: reasons[reason], value }))} />
        </Panel>
        <Panel title={t`By level`}>
          <Bars bars={by_level.map((level) => ({ label: levelName(level), value: level.count }))} />
        </Panel>
        <Panel title={t`Failing now, by risk`}>
          <Bars bars={by_risk.map(({ risk, count: value }) => ({ label: risks[risk].label, value }))} />
        </Panel>
      </SimpleGrid>
    </>
  )
}

function Panel({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <Paper withBorder p="md" bg="var(--card)">
      {title && (
        <Title order={3} size="h5" mb="sm">
          {title}
        </Title>
      )}
      {children}
    </Paper>
  )
}

const levelName = ({ attempts, minutes }: LockoutStats['by_level'][number]) =>
  t`${attempts}${attempts === 6 ? t` or more` : ''} attempts: ${count(minutes, 'minute')}`

// The server counts days in UTC.
const inWords = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })
const short = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const dayName = (day: string) => inWords.format(new Date(day))
const dayMark = (day: string) => short.format(new Date(day))
