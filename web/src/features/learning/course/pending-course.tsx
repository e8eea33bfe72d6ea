import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Paper, Skeleton, Text, Title } from '@mantine/core'

import { RowCover } from '@/shared/course-cover'
import type { EnrolmentStatus } from '@/shared/enrolment-status'
import { ButtonLink, TextLink } from '@/shared/link'
import { useSellsOnline } from '@/shared/payment-providers'
import { useSchool } from '@/shared/school'

import type { Course } from './api'
import { Invitation } from './invitation'
import { waitingTexts } from './labels'
import classes from './pending-course.module.css'

type Props = { course: Course; status: EnrolmentStatus }

/** A course in which the user cannot learn yet: why, and what happens next. */
export function PendingCourse({ course, status }: Props) {
  const { id, title, cover } = course
  return (
    <Paper component="li" withBorder p="sm" bg="var(--card)" className={classes.row}>
      <RowCover title={title} cover={cover} />
      <div className={classes.text}>
        <Title order={3} size="h5">
          <TextLink to="/courses/$courseId" params={{ courseId: id }} inherit>
            {title}
          </TextLink>
        </Title>
        <WhatNext course={course} status={status} />
        {status === 'invited' && <Invitation courseId={id} />}
      </div>
    </Paper>
  )
}

/** Why the user cannot learn in a course yet or any more, and what happens next. */
function WhatNext({ course, status }: Props) {
  const waiting = waitingTexts[status]
  if (!waiting) return null
  return (
    <>
      <Text size="sm">
        {t(waiting)}
        {status === 'waitlisted' && (
          <>
            {' '}
            <Trans>You'll get a notification when an instructor approves you.</Trans>
          </>
        )}
      </Text>
      {status === 'pending_payment' && <HowToPay course={course} />}
    </>
  )
}

/** The way to the checkout, or whom to ask where courses are paid for by arrangement. */
function HowToPay({ course: { id, course_fee, fee_currency } }: Pick<Props, 'course'>) {
  const { support_email: support } = useSchool()
  const online = useSellsOnline(true)
  if (online === undefined) return <Skeleton height={30} width={90} mt="xs" />
  if (online) {
    const plan = course_fee > 0 ? 'batch' : 'individual'
    return (
      <ButtonLink to="/checkout" search={{ course: id, currency: fee_currency, plan }} size="xs" mt="xs">
        <Trans>Pay now</Trans>
      </ButtonLink>
    )
  }
  return (
    <Text size="sm">
      {support ? (
        <Trans>
          To arrange payment, email <Anchor href={`mailto:${support}`}>{support}</Anchor>.
        </Trans>
      ) : (
        <Trans>Ask your instructor how to pay. The lessons open once your payment is confirmed.</Trans>
      )}
    </Text>
  )
}
