import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { FigureList } from '@/shared/figure-list'
import { count, span } from '@/shared/format'
import { QueryView } from '@/shared/query-view'
import { type Analytics, analyticsQuery } from './api'
import { RetentionChart } from './retention-chart'

/** How a video is watched, for its teacher. */
export function AnalyticsPanel({ videoId }: { videoId: string }) {
  const analytics = useQuery(analyticsQuery(videoId))
  return (
    <QueryView
      query={analytics}
      skeleton={<Skeleton height={240} />}
      isEmpty={(a) => a.views === 0}
      empty={
        <Text c="dimmed">
          <Trans>Nobody has watched this video yet. Figures appear with the first viewer.</Trans>
        </Text>
      }
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
  return (
    <FigureList
      figures={[
        { name: t`Views`, value: count(a.views, 'view'), note: `by ${count(a.viewers, 'person', 'people')}` },
        { name: t`Watched`, value: span(a.watchSeconds), note: t`of film in all` },
        {
          name: t`Start`,
          value: a.startupMsMedian === null ? '–' : `${(a.startupMsMedian / 1000).toFixed(1)} s`,
          note: 'until the first picture (median)',
        },
        { name: t`Stalls`, value: count(a.stalls, 'stall'), note: t`${span(a.stallSeconds)} of waiting` },
      ]}
    />
  )
}
