import { SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { count, span } from '@/shared/format'
import { QueryView } from '@/shared/query-view'
import classes from './analytics-panel.module.css'
import { type Analytics, analyticsQuery } from './api'
import { RetentionChart } from './retention-chart'

/** What a teacher learns from how a video is watched. */
export function AnalyticsPanel({ videoId }: { videoId: string }) {
  const analytics = useQuery(analyticsQuery(videoId))
  return (
    <QueryView
      query={analytics}
      skeleton={<Skeleton height={240} />}
      isEmpty={(a) => a.views === 0}
      empty={<Text c="dimmed">Nobody has watched this video yet. Figures appear with the first viewer.</Text>}
    >
      {(a) => (
        <Stack>
          <Figures analytics={a} />
          <RetentionChart points={a.retention} viewers={a.viewers} />
        </Stack>
      )}
    </QueryView>
  )
}

function Figures({ analytics: a }: { analytics: Analytics }) {
  const figures = [
    ['Views', count(a.views, 'view'), `by ${count(a.viewers, 'person', 'people')}`],
    ['Watched', span(a.watchSeconds), 'of film in all'],
    [
      'Start',
      a.startupMsMedian === null ? '–' : `${(a.startupMsMedian / 1000).toFixed(1)} s`,
      'until the first picture (median)',
    ],
    ['Stalls', count(a.stalls, 'stall'), `${span(a.stallSeconds)} of waiting`],
  ] as const
  return (
    <SimpleGrid component="dl" cols={{ base: 2, sm: 4 }} spacing="sm" m={0}>
      {figures.map(([name, value, note]) => (
        <div key={name} className={classes.figure}>
          <dt>{name}</dt>
          <dd>
            <b>{value}</b>
            <span>{note}</span>
          </dd>
        </div>
      ))}
    </SimpleGrid>
  )
}
