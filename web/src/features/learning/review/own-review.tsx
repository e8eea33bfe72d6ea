import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Card, Group, Stack, Text, Textarea, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { fieldErrors, type Schema } from '@/api/client'
import { Confirm } from '@/shared/confirm'
import { FormSummary } from '@/shared/form-summary'
import { percent } from '@/shared/format'
import { StarsField } from '@/shared/stars'
import { toast } from '@/shared/toasts'

import { ownReviewQuery, type Review, useDeleteReview, useSaveReview } from './api'
import { ReviewText } from './review-text'

type Own = Schema<'OwnReview'>

/** The user's own review of a course, the form for it, or from when on they may write one. */
export function OwnReview({ courseId, order = 3 }: { courseId: string; order?: 2 | 3 }) {
  const own = useQuery(ownReviewQuery(courseId)).data
  const [editing, setEditing] = useState(false)
  if (!own) return null
  const { value, tag } = own
  if (value.review && !editing)
    return <Written courseId={courseId} review={value.review} order={order} onEdit={() => setEditing(true)} />
  if (value.obstacle === 'too_early') return <TooEarly own={value} />
  if (!value.review && !value.mayReview) return null
  return (
    <Card withBorder my="md">
      <Title order={order} size="h4" mb="sm">
        {value.review ? t`Edit your review` : t`What do you think of this course?`}
      </Title>
      <ReviewForm courseId={courseId} own={value} tag={tag} onDone={() => setEditing(false)} />
    </Card>
  )
}

function TooEarly({ own }: { own: Own }) {
  const done = percent(own.percent)
  const required = percent(own.requiredPercent)
  return (
    <Text size="sm" c="dimmed" my="md">
      <Trans>
        You can review this course once you have completed {required} of it. You have completed {done}.
      </Trans>
    </Text>
  )
}

type FormProps = { courseId: string; own: Own; tag: string; onDone: () => void }

function ReviewForm({ courseId, own: { review, shownName }, tag, onDone }: FormProps) {
  const save = useSaveReview(courseId)
  const [stars, setStars] = useState(review?.stars ?? 0)
  const [body, setBody] = useState(review?.body ?? '')
  const errors = fieldErrors(save.error)
  const submit = () =>
    save.mutate(
      { stars, body, tag },
      {
        onSuccess: () => {
          toast(t`Review saved.`)
          onDone()
        },
      },
    )
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Stack gap="sm">
        <FormSummary error={save.error} fields={['stars', 'body']} />
        <StarsField label={t`Your rating`} value={stars} onChange={setStars} error={errors.stars} />
        <Textarea
          label={t`Your review`}
          description={t`Optional. Others see you as “${shownName}”.`}
          rows={3}
          maxLength={2000}
          value={body}
          onChange={(event) => setBody(event.currentTarget.value)}
          error={errors.body}
        />
        <Group>
          <Button type="submit" loading={save.isPending}>
            {review ? t`Save review` : t`Publish review`}
          </Button>
          {review && (
            <Button variant="default" onClick={onDone}>
              <Trans>Cancel</Trans>
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}

type WrittenProps = { courseId: string; review: Review; order: 2 | 3; onEdit: () => void }

function Written({ courseId, review, order, onEdit }: WrittenProps) {
  const remove = useDeleteReview(courseId)
  const [asking, setAsking] = useState(false)
  const { hiddenReason } = review
  return (
    <Card withBorder my="md">
      <Title order={order} size="h4" mb="sm">
        <Trans>Your review</Trans>
      </Title>
      {review.hiddenAt && (
        <Alert color="apricot" mb="sm" title={t`An administrator has hidden your review`}>
          {hiddenReason}
        </Alert>
      )}
      <ReviewText review={review} />
      <Group gap="xs" mt="sm">
        <Button variant="default" onClick={onEdit}>
          <Trans>Edit</Trans>
        </Button>
        {!review.hiddenAt && (
          <Button variant="subtle" onClick={() => setAsking(true)}>
            <Trans>Delete</Trans>
          </Button>
        )}
      </Group>
      {asking && (
        <Confirm
          title={t`Delete your review?`}
          text={t`The rating of the course no longer counts it. You can't undo this.`}
          action={t`Delete review`}
          danger
          pending={remove.isPending}
          error={remove.error}
          onClose={() => setAsking(false)}
          onConfirm={() => remove.mutate(undefined, { onSuccess: () => toast(t`Review deleted.`) })}
        />
      )}
    </Card>
  )
}
