import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Text, Textarea } from '@mantine/core'
import { type ReactNode, useState } from 'react'

import { fieldErrors } from '@/api/client'
import { isStale } from '@/shared/base-version'
import { FormDialog } from '@/shared/form-dialog'
import { Failure } from '@/shared/query-view'
import { ReportDialog } from '@/shared/report-dialog'
import { toast } from '@/shared/toasts'

import { type Review, useAnswerReview, useDeleteAnswer, useReportReview } from './api'
import { reasonLabels } from './labels'
import { ReviewText } from './review-text'
import classes from './reviews.module.css'

type Props = {
  review: Review
  signedIn: boolean
  /** Whether the user may answer reviews of the course. */
  canTeach: boolean
}

/** A review in the list, with what the user may do with it. */
export function ReviewItem({ review, signedIn, canTeach }: Props) {
  const remove = useDeleteAnswer(review)
  const [opened, setOpened] = useState<'answer' | 'report'>()
  const close = () => setOpened(undefined)
  const mayReport = signedIn && !review.isOwn
  return (
    <li className={classes.review}>
      <ReviewText review={review} />
      {remove.error && <Failure error={remove.error} />}
      <Group gap="xs" mt={4}>
        {canTeach && <Act onClick={() => setOpened('answer')}>{review.answer ? t`Edit answer` : t`Answer`}</Act>}
        {canTeach && review.answer && (
          <Act onClick={() => remove.mutate(undefined, { onSuccess: () => toast(t`Answer deleted.`) })}>
            <Trans>Delete answer</Trans>
          </Act>
        )}
        {mayReport && !review.isReported && (
          <Act onClick={() => setOpened('report')}>
            <Trans>Report</Trans>
          </Act>
        )}
        {mayReport && review.isReported && (
          <Text size="sm" c="dimmed">
            <Trans>You reported this review.</Trans>
          </Text>
        )}
      </Group>
      {opened === 'answer' && <AnswerDialog review={review} onClose={close} />}
      {opened === 'report' && <ReportReviewDialog review={review} onClose={close} />}
    </li>
  )
}

const Act = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <Button size="compact-md" variant="subtle" onClick={onClick}>
    {children}
  </Button>
)

type DialogProps = { review: Review; onClose: () => void }

function AnswerDialog({ review, onClose }: DialogProps) {
  const answer = useAnswerReview(review)
  const [text, setText] = useState(review.answer)
  const done = {
    onSuccess: () => {
      toast(t`Answer saved.`)
      onClose()
    },
  }
  return (
    <FormDialog
      title={review.answer ? t`Edit answer` : t`Answer review`}
      submit={t`Save answer`}
      mutation={answer}
      fields={['text']}
      onClose={onClose}
      onSubmit={() => answer.mutate(text, done)}
    >
      <ReviewText review={isStale(answer.error) ? review : { ...review, answer: '' }} />
      <Textarea
        label={t`Your answer`}
        description={t`Everyone who sees the course can read it. The author is notified.`}
        rows={3}
        maxLength={2000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        error={fieldErrors(answer.error).text}
      />
    </FormDialog>
  )
}

function ReportReviewDialog({ review, onClose }: DialogProps) {
  const report = useReportReview(review)
  const [details, setDetails] = useState('')
  const done = {
    onSuccess: () => {
      toast(t`Review reported. An administrator will look at it.`)
      onClose()
    },
  }
  return (
    <ReportDialog
      title={t`Report review`}
      labels={reasonLabels}
      mutation={report}
      fields={['details']}
      onReport={(reason) => report.mutate({ reason, details }, done)}
      onClose={onClose}
    >
      <Textarea
        label={t`Details`}
        description={t`Optional. Only administrators see your report.`}
        rows={2}
        maxLength={500}
        value={details}
        onChange={(event) => setDetails(event.currentTarget.value)}
        error={fieldErrors(report.error).details}
      />
    </ReportDialog>
  )
}
