import { Trans } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { ownReviewQuery } from './api'
import { OwnReview } from './own-review'

/** Asks learners for a review once they may write one; nothing before, and nothing after they have. */
export function ReviewPrompt({ courseId }: { courseId: string }) {
  const own = useQuery(ownReviewQuery(courseId)).data?.value
  const [writing, setWriting] = useState(false)
  if (!own?.mayReview || own.review) return null
  if (writing) return <OwnReview courseId={courseId} order={2} />
  return (
    <Group mt="xl" gap="sm">
      <Text>
        <Trans>What do you think of this course so far?</Trans>
      </Text>
      <Button variant="default" onClick={() => setWriting(true)}>
        <Trans>Write a review</Trans>
      </Button>
    </Group>
  )
}
