import { t } from '@lingui/core/macro'
import { Group, Stack, Text } from '@mantine/core'

import { Stars } from '@/shared/stars'

import type { DemoFeedback } from './api'
import { qualityLabels } from './labels'

/** What was said about a demo class, and what the school answered. */
export function FeedbackText({ feedback }: { feedback: DemoFeedback }) {
  const { overallRating, contentQuality, instructorPerformance, wouldRecommend, response } = feedback
  const content = t(qualityLabels[contentQuality])
  const instructor = t(qualityLabels[instructorPerformance])
  return (
    <Stack gap={6}>
      <Group gap="sm">
        <Stars value={overallRating} />
        <Text size="sm">{wouldRecommend ? t`Recommends it` : t`Doesn't recommend it`}</Text>
      </Group>
      <Text size="sm" c="dimmed">
        {t`What was taught: ${content} · The instructor: ${instructor}`}
      </Text>
      <Said label={t`Liked most`} text={feedback.likedMost} />
      <Said label={t`Could be better`} text={feedback.improvementAreas} />
      <Said label={t`Other comments`} text={feedback.additionalComments} />
      <Said
        label={feedback.responseInternal ? t`Note, for administrators only` : t`Reply from the school`}
        text={response}
      />
    </Stack>
  )
}

function Said({ label, text }: { label: string; text: string }) {
  if (!text) return null
  return (
    <div>
      <Text size="xs" fw={600}>
        {label}
      </Text>
      <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {text}
      </Text>
    </div>
  )
}
