import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Card, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { Ago } from '@/shared/ago'
import { Confirm } from '@/shared/confirm'
import { Empty } from '@/shared/empty'
import { TextLink } from '@/shared/link'
import { PageHead } from '@/shared/page-head'
import { MoreButton } from '@/shared/pages'
import { personName } from '@/shared/person-name'
import { Failure, QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'
import { toast } from '@/shared/toasts'

import { moderatedQuery, type ReportedReview, type ReviewState, useModerateReview } from './api'
import { reasonLabels } from './labels'
import { ReviewText } from './review-text'

type Props = { state: ReviewState; onState: (state: ReviewState) => void }

/** The reviews that users have reported, and those that are hidden, for administrators. */
export function ModerationPage({ state, onState }: Props) {
  const reviews = useInfiniteQuery(moderatedQuery(state))
  return (
    <>
      <PageHead
        title={t`Reviews`}
        lead={t`Decide whether reported reviews stay. Hidden ones don't count in ratings.`}
      />
      <SegmentedControl
        aria-label={t`Show`}
        mb="md"
        value={state}
        onChange={(value) => onState(value === 'hidden' ? 'hidden' : 'reported')}
        data={[
          { value: 'reported', label: t`Reported` },
          { value: 'hidden', label: t`Hidden` },
        ]}
      />
      <QueryView
        query={reviews}
        skeleton={<Rows height={160} />}
        isEmpty={(items) => items.length === 0}
        empty={<NothingToDecide state={state} />}
      >
        {(items) => (
          <Stack component="ul" aria-label={t`Reviews`} p={0} m={0} gap="md" style={{ listStyle: 'none' }}>
            {items.map((review) => (
              <ModeratedReview key={review.id} review={review} />
            ))}
          </Stack>
        )}
      </QueryView>
      <MoreButton query={reviews} />
    </>
  )
}

const NothingToDecide = ({ state }: { state: ReviewState }) =>
  state === 'reported' ? (
    <Empty title={t`No reported reviews`}>
      <Trans>Reviews that users report appear here.</Trans>
    </Empty>
  ) : (
    <Empty title={t`No hidden reviews`}>
      <Trans>Reviews that you hide appear here. You can show them again.</Trans>
    </Empty>
  )

function ModeratedReview({ review }: { review: ReportedReview }) {
  const { id, courseId, courseTitle, authorFullName, authorId, hiddenAt, hiddenReason, reports } = review
  const moderate = useModerateReview()
  const [hiding, setHiding] = useState(false)
  return (
    <Card component="li" withBorder>
      <Group gap="xs" mb="xs">
        <TextLink to="/courses/$courseId" params={{ courseId }}>
          {courseTitle}
        </TextLink>
        <TextLink to="/admin/users/$userId" params={{ userId: authorId }} size="sm">
          {authorFullName}
        </TextLink>
      </Group>
      <ReviewText review={review} />
      {hiddenReason && (
        <Text size="sm" mt="xs">
          <Trans>Hidden because: {hiddenReason}</Trans>
        </Text>
      )}
      {reports.length > 0 && <Reports reports={reports} />}
      {moderate.error && !hiding && <Failure error={moderate.error} />}
      <Group gap="xs" mt="sm">
        {!hiddenAt && (
          <Button onClick={() => setHiding(true)}>
            <Trans>Hide review</Trans>
          </Button>
        )}
        <Button
          variant="default"
          loading={moderate.isPending}
          onClick={() => moderate.mutate({ id, hidden: false }, { onSuccess: () => toast(t`Review kept.`) })}
        >
          {hiddenAt ? t`Show review again` : t`Keep review`}
        </Button>
      </Group>
      {hiding && <HideDialog id={id} onClose={() => setHiding(false)} />}
    </Card>
  )
}

function Reports({ reports }: Pick<ReportedReview, 'reports'>) {
  return (
    <Stack component="ul" gap={2} mt="sm" pl="md" aria-label={t`Reports`}>
      {reports.map(({ reporterId, reporterName, reason, details, createdAt }) => (
        <Text component="li" size="sm" key={reporterId}>
          <b>{t(reasonLabels[reason])}</b> {details && t`“${details}”`} · {personName(reporterName)} ·{' '}
          <Ago at={createdAt} />
        </Text>
      ))}
    </Stack>
  )
}

function HideDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const moderate = useModerateReview()
  const [reason, setReason] = useState('')
  return (
    <Confirm
      title={t`Hide this review?`}
      text={t`Others no longer see it, and the rating of the course doesn't count it. Its author is notified of the reason.`}
      action={t`Hide review`}
      pending={moderate.isPending}
      error={moderate.error}
      onClose={onClose}
      onConfirm={() =>
        moderate.mutate({ id, hidden: true, reason: reason.trim() }, { onSuccess: () => toast(t`Review hidden.`) })
      }
    >
      <TextInput
        label={t`Reason`}
        description={t`The author of the review sees this.`}
        maxLength={500}
        mt="sm"
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </Confirm>
  )
}
