import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { FigureList } from '@/shared/figure-list'
import { decimal, span } from '@/shared/format'
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
          <Trans>No views yet. Analytics appear with the first viewer.</Trans>
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
  const { views, viewers, stalls } = a
  const waited = span(a.stallSeconds)
  return (
    <FigureList
      figures={[
        {
          name: t`Views`,
          value: plural(views, { one: '# view', other: '# views' }),
          note: plural(viewers, { one: 'by # viewer', other: 'by # viewers' }),
        },
        { name: t`Watch time`, value: span(a.watchSeconds), note: t`in total` },
        {
          name: t`Start-up time`,
          value: a.startupMsMedian === null ? '–' : `${decimal(a.startupMsMedian / 1000, 1)} s`,
          note: t`until the first picture (median)`,
        },
        {
          name: t`Interruptions`,
          value: plural(stalls, { one: '# interruption', other: '# interruptions' }),
          note: t`${waited} of waiting`,
        },
      ]}
    />
  )
}
