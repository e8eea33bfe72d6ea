import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { NativeSelect, Skeleton, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { MoreButton } from '@/shared/pages'
import { QueryView } from '@/shared/query-view'

import { type Rating, type ReviewSort, reviewsQuery, sorts } from './api'
import { sortLabels } from './labels'
import { OwnReview } from './own-review'
import { RatingSummary } from './rating-summary'
import { ReviewItem } from './review-item'
import classes from './reviews.module.css'

type Props = { courseId: string; rating: Rating; signedIn: boolean; canTeach: boolean }

/** The reviews of a course, with the user's own. */
export function Reviews({ courseId, rating, signedIn, canTeach }: Props) {
  const [stars, setStars] = useState(0)
  return (
    <section aria-labelledby="reviews">
      <Title order={2} size="h3" id="reviews" mb="sm">
        <Trans>Reviews</Trans>
      </Title>
      {rating.count > 0 && <RatingSummary rating={rating} stars={stars} onStars={setStars} />}
      {signedIn && <OwnReview courseId={courseId} />}
      {rating.count > 0 ? (
        <ReviewList courseId={courseId} stars={stars} signedIn={signedIn} canTeach={canTeach} />
      ) : (
        <Text c="dimmed">
          <Trans>No reviews yet. Learners can review the course once they have completed a quarter of it.</Trans>
        </Text>
      )}
    </section>
  )
}

function ReviewList({ courseId, stars, ...who }: Omit<Props, 'rating'> & { stars: number }) {
  const [sort, setSort] = useState<ReviewSort>('newest')
  const reviews = useInfiniteQuery(reviewsQuery(courseId, sort, stars))
  return (
    <>
      <NativeSelect
        label={t`Sort by`}
        w={240}
        my="md"
        value={sort}
        onChange={({ currentTarget: { value } }) => setSort(sorts.find((s) => s === value) ?? 'newest')}
        data={sorts.map((value) => ({ value, label: t(sortLabels[value]) }))}
      />
      <QueryView query={reviews} skeleton={<Skeleton height={320} radius="lg" />}>
        {({ items }) => (
          <>
            <ul aria-label={t`Reviews`} className={classes.list}>
              {items.map((review) => (
                <ReviewItem key={review.id} review={review} {...who} />
              ))}
            </ul>
            <MoreButton query={reviews} />
          </>
        )}
      </QueryView>
    </>
  )
}
