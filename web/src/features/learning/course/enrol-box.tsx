import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Button, Text } from '@mantine/core'
import { IconGift } from '@tabler/icons-react'
import type { ReactNode } from 'react'

import { ButtonLink } from '@/shared/link'
import { Moment } from '@/shared/moment'
import { Failure } from '@/shared/query-view'
import { useSchool } from '@/shared/school'

import { type CourseDetail, isOpen, mayWatch, type useEnroll, useWithdraw } from './api'
import classes from './course-page.module.css'
import { Invitation } from './invitation'
import { statusTexts, waitingTexts } from './labels'

type Step = 'teach' | 'closed' | 'learn' | 'open' | 'invited' | 'pending' | 'waiting' | 'enrol' | 'none'

/** What the user may do next in a course. `open`: learn without an enrolment, which would keep their progress. */
export function enrolStep(course: CourseDetail): Step {
  if (course.can_teach) return 'teach'
  if (outsideOf(course.access)) return 'closed'
  if (mayWatch(course)) return isOpen(course) && !course.enrollment ? 'open' : 'learn'
  const status = course.enrollment?.status
  if (status === 'pending_payment') return 'pending'
  if (status === 'invited') return 'invited'
  if (status && waitingTexts[status]) return 'waiting'
  return course.status === 'Published' ? 'enrol' : 'none'
}

/** On which side of the period between two dates now is, for a course that is open between these. */
function outsideOf({ access_type, access_from, access_until }: CourseDetail['access']) {
  if (access_type !== 'by_date') return undefined
  const now = Date.now()
  if (access_from && now < Date.parse(access_from)) return 'before'
  return access_until && now >= Date.parse(access_until) ? 'after' : undefined
}

/** What to put into the address of the checkout. */
export type Buy = { course: string; currency: string; plan: 'batch' | 'individual' }

/** Leads to where the course is bought for another person. */
export const GiveLink = ({ buy }: { buy: Buy }) => (
  <ButtonLink
    to="/checkout"
    search={{ ...buy, gift: true }}
    variant="subtle"
    fullWidth
    mb="sm"
    leftSection={<IconGift size={18} />}
  >
    <Trans>Buy as a gift</Trans>
  </ButtonLink>
)

type StateProps = {
  course: CourseDetail
  signedIn: boolean
  /** How to buy the course online, if that is possible. */
  buy: Buy | false | undefined
}

/** Where the user stands with the course, in words; nothing for who may simply enrol. */
export function EnrolState(props: StateProps) {
  const text = stateText(props)
  if (!text) return null
  return (
    <div className={classes.state} role="status">
      {text}
    </div>
  )
}

function stateText({ course, signedIn, buy }: StateProps): ReactNode {
  const { access, enrollment, status } = course
  switch (enrolStep(course)) {
    case 'teach':
      return <Text>{t(statusTexts[status])}</Text>
    case 'closed':
      return <Closed access={access} />
    case 'learn':
      return <Enrolled course={course} />
    case 'open':
      return (
        <Strong>
          {signedIn ? t`This course is open to everyone.` : t`This course is open to everyone, no account needed.`}
        </Strong>
      )
    case 'pending':
      return <Pending course={course} buy={buy} />
    case 'invited':
    case 'waiting': {
      const waiting = enrollment && waitingTexts[enrollment.status]
      return waiting && <Strong>{t(waiting)}</Strong>
    }
    case 'none':
      return <Strong>{t(statusTexts[status])}</Strong>
    case 'enrol':
      return null
  }
}

const Strong = ({ children }: { children: ReactNode }) => <Text fw={600}>{children}</Text>

function Closed({ access: { access_from, access_until } }: { access: CourseDetail['access'] }) {
  if (access_from && Date.now() < Date.parse(access_from)) {
    return (
      <Strong>
        <Trans>
          This course opens on <Moment at={access_from} />.
        </Trans>
      </Strong>
    )
  }
  return (
    access_until && (
      <Strong>
        <Trans>
          This course closed on <Moment at={access_until} />.
        </Trans>
      </Strong>
    )
  )
}

function Enrolled({ course: { access, enrollment, status } }: { course: CourseDetail }) {
  const until = [enrollment?.ends_at, access.access_type === 'by_date' && access.access_until]
    .filter((at) => !!at)
    .sort()[0]
  return (
    <>
      <Text fw={600} c="var(--accent-text)">
        {enrollment?.status === 'completed' ? t`You've completed this course.` : t`You're enrolled.`}
      </Text>
      {until && (
        <Text size="sm" c="dimmed">
          <Trans>
            Open until <Moment at={until} />.
          </Trans>
        </Text>
      )}
      {status === 'archived' && (
        <Text size="sm" c="dimmed">
          {t(statusTexts.archived)}
        </Text>
      )}
    </>
  )
}

/** What to do after enrolling in a course with a price: pay for it, online or by arrangement. */
function Pending({ course: { id, title }, buy }: Pick<StateProps, 'course' | 'buy'>) {
  const { support_email: email } = useSchool()
  const withdraw = useWithdraw()
  const subject = encodeURIComponent(t`Payment for “${title}”`)
  return (
    <>
      <Strong>
        <Trans>Your place is reserved.</Trans>
      </Strong>
      {buy ? (
        <ButtonLink to="/checkout" search={buy} mt="sm" mr="sm">
          <Trans>Pay now</Trans>
        </ButtonLink>
      ) : (
        <Text size="sm" mt={4}>
          {email ? (
            <Trans>
              To pay, write to <Anchor href={`mailto:${email}?subject=${subject}`}>{email}</Anchor>. The lessons open
              once your payment is confirmed.
            </Trans>
          ) : (
            <Trans>Ask your instructor how to pay. The lessons open once your payment is confirmed.</Trans>
          )}
        </Text>
      )}
      <Button variant="default" mt="sm" loading={withdraw.isPending} onClick={() => withdraw.mutate(id)}>
        <Trans>Cancel enrolment</Trans>
      </Button>
      {withdraw.error && <Failure error={withdraw.error} />}
    </>
  )
}

type ActionProps = {
  course: CourseDetail
  signedIn: boolean
  here: string
  /** Leads to the lesson where the user starts or resumes. */
  start: ReactNode
  enroll: ReturnType<typeof useEnroll>
  buy: Buy | false | undefined
}

/** The button for the user's next step. */
export function EnrolAction({ course, signedIn, here, start, enroll, buy }: ActionProps) {
  const step = enrolStep(course)
  if (step === 'teach') {
    return (
      <ButtonLink to="/teach/courses/$courseId" params={{ courseId: course.id }} size="md">
        <Trans>Manage course</Trans>
      </ButtonLink>
    )
  }
  if (step === 'learn') return start
  if (step === 'invited') return <Invitation courseId={course.id} />
  const open = step === 'open'
  if (!signedIn) {
    return (
      <ButtonLink to="/sign-in" search={{ next: here }} size="md" variant={open ? 'default' : 'filled'}>
        {open ? t`Sign in to save your progress` : t`Sign in to enrol`}
      </ButtonLink>
    )
  }
  // Who has left a course may come back without paying, which the server decides when they enrol again.
  if (buy && !course.enrollment) {
    return (
      <ButtonLink to="/checkout" search={buy} size="md">
        <Trans>Buy this course</Trans>
      </ButtonLink>
    )
  }
  return (
    <Button size="md" loading={enroll.isPending} onClick={() => enroll.mutate(course.id)}>
      <Trans>Enrol in this course</Trans>
    </Button>
  )
}
