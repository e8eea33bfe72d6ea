import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, NativeSelect, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { keptText } from '@/api/problem-text'
import { TrendChart, trendHeight } from '@/shared/charts/trend-chart'
import { dated, datedShort } from '@/shared/format'
import { QueryView } from '@/shared/query-view'

import { metricsQuery, type Step, seriesQuery, useExport } from './api'
import { write } from './write'

type Props = {
  /** `school`, or `self` for the courses that the user teaches. */
  scope: 'school' | 'self'
  /** The last day. */
  to: string
  first: string
}

const periods = [
  { days: 28, step: 'day', label: msg`28 days` },
  { days: 91, step: 'week', label: msg`13 weeks` },
  { days: 365, step: 'month', label: msg`A year` },
] as const satisfies { days: number; step: Step; label: unknown }[]

const dayBefore = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10)

/** A figure over time, chosen by the user. */
export function Trend({ scope, to, first }: Props) {
  const metrics = useQuery(metricsQuery())
  const [metric, setMetric] = useState(first)
  const [length, setLength] = useState(0)
  const { days, step } = periods[length] ?? periods[0]
  const query = { metric, scope, from: dayBefore(to, days - 1), to, step }
  const series = useQuery(seriesQuery(query))
  const save = useExport()
  const offered = (metrics.data ?? []).filter(({ scopes, unit }) => scopes.includes(scope) && unit !== 'money')
  return (
    <section aria-label={t`Over time`}>
      <Group mb="sm" gap="sm" align="flex-end">
        <NativeSelect
          label={t`Figure`}
          w="100%"
          maw={280}
          miw={0}
          value={metric}
          data={offered.map(({ metric: value, title }) => ({ value, label: keptText(title) }))}
          onChange={(event) => setMetric(event.currentTarget.value)}
        />
        <NativeSelect
          label={t`Period`}
          w={130}
          value={String(length)}
          data={periods.map(({ label }, i) => ({ value: String(i), label: t(label) }))}
          onChange={(event) => setLength(Number(event.currentTarget.value))}
        />
        <Button variant="default" loading={save.isPending} onClick={() => save.mutate({ ...query, sheet: 'series' })}>
          <Trans>Export CSV</Trans>
        </Button>
      </Group>
      <QueryView query={series} skeleton={<Skeleton height={trendHeight + 90} radius="lg" />}>
        {({ definition: { title, unit, metric: shown }, points, currency }) => {
          const name = keptText(title)
          const isSpan = shown.startsWith('active_')
          const total = (of: (p: (typeof points)[number]) => number) =>
            write(
              isSpan ? of(points.at(-1) as (typeof points)[number]) : points.reduce((n, p) => n + of(p), 0),
              unit,
              currency,
            )
          const [now, before] = [total((p) => p.value), total((p) => p.previous ?? 0)]
          const since = dated(points[0]?.from ?? to)
          return (
            <TrendChart
              title={name}
              summary={t`${name} since ${since}: ${now}; in the period before: ${before}.`}
              columns={{ period: t`From`, value: t`This period`, previous: t`Period before` }}
              points={points.map(({ from, value, previous }) => ({ label: datedShort(from), value, previous }))}
              write={(value) => write(value, unit, currency)}
            />
          )
        }}
      </QueryView>
    </section>
  )
}
