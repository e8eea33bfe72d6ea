import { i18n } from '@lingui/core'
import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Paper, SegmentedControl, SimpleGrid, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { BarChart, Bars } from '@/shared/bar-chart'
import { datedShort } from '@/shared/format'
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
        aria-label={t`Period`}
        mb="md"
        data={spans.map((span) => ({ value: String(span), label: plural(span, { one: '# day', other: '# days' }) }))}
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
          title={t`Locks per day`}
          columns={{ period: t`Day`, value: t`Locks` }}
          none={t`No locks in the last ${days} days.`}
          summary={plural(total, { one: `# lock in the last ${days} days`, other: `# locks in the last ${days} days` })}
          bars={by_day.map(({ day, count: value }) => ({ label: dayName(day), mark: datedShort(day), value }))}
        />
        <Text size="sm" c="dimmed" mt="xs">
          <Plural
            value={total}
            one={`# lock in the last ${days} days. Locks of email addresses without an account: ${without_account}.`}
            other={`# locks in the last ${days} days. Locks of email addresses without an account: ${without_account}.`}
          />
        </Text>
      </Panel>
      <SimpleGrid cols={{ base: 1, md: 3 }} mt="md">
        <Panel title={t`By reason`}>
          <Bars bars={by_reason.map(({ reason, count: value }) => ({ label: t(reasons[reason]), value }))} />
        </Panel>
        <Panel title={t`By failed attempts`}>
          <Bars bars={by_level.map((level) => ({ label: levelName(level), value: level.count }))} />
        </Panel>
        <Panel title={t`Current risk`}>
          <Bars bars={by_risk.map(({ risk, count: value }) => ({ label: t(risks[risk].label), value }))} />
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
  attempts === 6
    ? plural(minutes, { one: '6 or more attempts: # minute', other: '6 or more attempts: # minutes' })
    : plural(minutes, { one: `${attempts} attempts: # minute`, other: `${attempts} attempts: # minutes` })

/** A day with its weekday. The server counts days in UTC. */
const dayName = (day: string) =>
  i18n.date(`${day}T00:00:00Z`, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })
