import { i18n } from '@lingui/core'
import { plural, t } from '@lingui/core/macro'
import { Paper, SimpleGrid, Title } from '@mantine/core'
import type { ReactNode } from 'react'

import { BarChart, Bars } from '@/shared/bar-chart'
import { datedShort } from '@/shared/format'
import { starScale } from '@/shared/stars'

import type { FeedbackStats } from './api'
import { rating } from './figures'
import type { Period } from './filters'
import { qualityLabels } from './labels'

/** Ratings over time, and how often each was given. */
export function RatingPanels({ stats, period }: { stats: FeedbackStats; period: Period }) {
  const rated = stats.buckets.filter(({ totalFeedback }) => totalFeedback > 0)
  return (
    <>
      <Paper withBorder p="md">
        <BarChart
          title={t`Average rating over time`}
          columns={{ period: headings()[period], value: t`Average rating` }}
          none={t`No feedback in this time.`}
          summary={plural(stats.totalFeedback, {
            one: 'Average ratings over time, from # response',
            other: 'Average ratings over time, from # responses',
          })}
          bars={rated.map(({ start, averageOverallRating }) => ({
            label: nameOf(start, period),
            mark: datedShort(start),
            value: averageOverallRating ?? 0,
          }))}
          write={rating}
        />
      </Paper>
      <SimpleGrid cols={{ base: 1, md: 3 }}>
        <Panel title={t`Ratings`}>
          <Bars
            bars={starScale.map((n) => ({
              label: plural(n, { one: '# star', other: '# stars' }),
              value: stats.ratingDistribution[n] ?? 0,
            }))}
          />
        </Panel>
        <Panel title={t`What was taught`}>
          <Bars bars={qualityBars(stats.contentQuality.distribution)} />
        </Panel>
        <Panel title={t`The instructor`}>
          <Bars bars={qualityBars(stats.instructorPerformance.distribution)} />
        </Panel>
      </SimpleGrid>
    </>
  )
}

const headings = () => ({ day: t`Day`, week: t`Week from`, month: t`Month` })

const qualityBars = (counts: Record<string, number>) =>
  Object.entries(qualityLabels).map(([quality, label]) => ({ label: t(label), value: counts[quality] ?? 0 }))

const nameOf = (start: string, period: Period) =>
  i18n.date(`${start}T00:00:00Z`, {
    ...(period === 'month' ? { month: 'long', year: 'numeric' } : { dateStyle: 'medium' }),
    timeZone: 'UTC',
  })

function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Title order={2} size="h5" mb="sm">
        {title}
      </Title>
      {children}
    </Paper>
  )
}
