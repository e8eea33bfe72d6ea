import { t } from '@lingui/core/macro'
import { Box } from '@mantine/core'

import { FigureList } from '@/shared/figure-list'
import { decimal, percent } from '@/shared/format'

import type { FeedbackStats } from './api'

/** The most important figures. */
export function Figures({ stats }: { stats: FeedbackStats }) {
  const { averageOverallRating, totalFeedback, completed, recommendationRate, npsLike, responseRate } = stats
  const of = decimal(completed)
  const answered = responseRate === null ? '–' : percent(responseRate)
  return (
    <Box component="section" aria-label={t`Figures`}>
      <FigureList
        figures={[
          { name: t`Average rating`, value: rating(averageOverallRating), note: t`of 5 stars` },
          { name: t`Feedback`, value: decimal(totalFeedback), note: t`${answered} of ${of} completed classes` },
          { name: t`Would recommend it`, value: share(recommendationRate), note: interval(stats) },
          {
            name: t`Promoter score`,
            value: npsLike === null ? '–' : decimal(npsLike),
            note: t`5 stars less 1 to 3 stars, in percent`,
          },
        ]}
      />
    </Box>
  )
}

export const rating = (value: number | null) => (value === null ? '–' : decimal(value, 2))

export const share = (value: number | null) => (value === null ? '–' : percent(value))

/** How sure the share is: with few answers the interval is wide. */
function interval({ recommendationRateLow: low, recommendationRateHigh: high }: FeedbackStats) {
  if (low === null || high === null) return ''
  const [from, to] = [percent(low), percent(high)]
  return t`likely ${from} to ${to}`
}
