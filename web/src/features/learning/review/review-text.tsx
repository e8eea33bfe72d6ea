import { Trans } from '@lingui/react/macro'
import { Group, Text } from '@mantine/core'

import { Ago } from '@/shared/ago'
import { Stars } from '@/shared/stars'

import type { Review } from './api'
import classes from './reviews.module.css'

/** What a review says, and the answer to it. */
export function ReviewText({ review }: { review: Review }) {
  const { authorName, stars, body, createdAt, editedAt } = review
  return (
    <>
      <Group gap="xs">
        <Stars value={stars} />
        <Text fw={600}>{authorName}</Text>
        <Text size="sm" c="dimmed">
          {editedAt ? (
            <Trans>
              <Ago at={createdAt} />, edited
            </Trans>
          ) : (
            <Ago at={createdAt} />
          )}
        </Text>
      </Group>
      {body && (
        <Text className={classes.body} mt={4}>
          {body}
        </Text>
      )}
      <Answer review={review} />
    </>
  )
}

function Answer({ review: { answer, answerName, answeredAt } }: { review: Review }) {
  if (!answer) return null
  return (
    <div className={classes.answer}>
      <Group gap="xs">
        <Text size="sm" fw={600}>
          {answerName ? <Trans>Answer by {answerName}</Trans> : <Trans>Answer by an instructor</Trans>}
        </Text>
        {answeredAt && (
          <Text size="sm" c="dimmed">
            <Ago at={answeredAt} />
          </Text>
        )}
      </Group>
      <Text className={classes.body}>{answer}</Text>
    </div>
  )
}
