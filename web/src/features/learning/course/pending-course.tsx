import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Paper, Text, Title } from '@mantine/core'

import { RowCover } from '@/shared/course-cover'
import type { EnrolmentStatus } from '@/shared/enrolment-status'
import { TextLink } from '@/shared/link'
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
        <WhatNext status={status} />
        {status === 'invited' && <Invitation courseId={id} />}
      </div>
    </Paper>
  )
}

/** Why the user cannot learn in a course yet or any more, and what happens next. */
export function WhatNext({ status }: { status: EnrolmentStatus }) {
  const { support_email: support } = useSchool()
  const waiting = waitingTexts[status]
  if (!waiting) return null
  return (
    <Text size="sm">
      {t(waiting)}
      {status === 'pending_payment' && (
        <>
          {' '}
          {support ? (
            <Trans>
              To arrange payment, email <Anchor href={`mailto:${support}`}>{support}</Anchor>.
            </Trans>
          ) : (
            <Trans>Ask your instructor how to pay. The lessons open once your payment is confirmed.</Trans>
          )}
        </>
      )}
      {status === 'waitlisted' && (
        <>
          {' '}
          <Trans>You'll get a notification when an instructor approves you.</Trans>
        </>
      )}
    </Text>
  )
}
