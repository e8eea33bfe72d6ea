import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'

import { ButtonLink } from '@/shared/link'
import { Moment } from '@/shared/moment'
import { Failure } from '@/shared/query-view'

import { type CourseDetail, isOpen, mayWatch, useEnroll } from './api'
import { Invitation } from './invitation'
import { statusTexts, waitingTexts } from './labels'

type Props = { course: CourseDetail; signedIn: boolean; here: string }

/** The user's enrollment in the course, and what they can do about it. */
export function EnrolBox({ course, signedIn, here }: Props) {
  if (course.can_teach) return <TeacherBox course={course} />
  const shut = closed(course)
  if (shut) return shut
  if (mayWatch(course)) return <CanLearn course={course} signedIn={signedIn} here={here} />
  const status = course.enrollment?.status
  const waiting = status && waitingTexts[status]
  if (waiting) {
    return (
      <>
        <Text mt="lg" fw={600} role="status">
          {t(waiting)}
        </Text>
        {status === 'invited' && <Invitation courseId={course.id} />}
      </>
    )
  }
  return <Enrol course={course} signedIn={signedIn} here={here} />
}

/** Why a course that is open between two dates is closed now, if it is. */
function closed({ course_type, access: { access_type, access_from, access_until } }: CourseDetail) {
  if (course_type !== 'free' || access_type !== 'by_date') return null
  const now = Date.now()
  if (access_from && now < Date.parse(access_from)) {
    return (
      <Text mt="lg" fw={600} role="status">
        <Trans>
          This course opens on <Moment at={access_from} />.
        </Trans>
      </Text>
    )
  }
  if (access_until && now >= Date.parse(access_until)) {
    return (
      <Text mt="lg" fw={600} role="status">
        <Trans>
          This course closed on <Moment at={access_until} />.
        </Trans>
      </Text>
    )
  }
  return null
}

/** For users who can learn already. In a course open to all they may still enrol, to have their progress kept. */
function CanLearn({ course, signedIn, here }: Props) {
  const { access, enrollment } = course
  const until = [enrollment?.ends_at, access.access_type === 'by_date' && access.access_until]
    .filter((at) => !!at)
    .sort()[0]
  if (isOpen(course) && !enrollment) {
    return (
      <>
        <Text mt="lg" fw={600} c="var(--accent-text)">
          {signedIn
            ? t`This course is open to everyone. Choose a lesson below.`
            : t`This course is open to everyone, no account needed. Choose a lesson below.`}
        </Text>
        <Enrol course={course} signedIn={signedIn} here={here} />
      </>
    )
  }
  return (
    <Text mt="lg" fw={600} c="var(--accent-text)">
      <Trans>You're enrolled. Choose a lesson below.</Trans>
      {until && (
        <Text span c="dimmed">
          {' '}
          <Trans>
            Open until <Moment at={until} />.
          </Trans>
        </Text>
      )}
    </Text>
  )
}

function Enrol({ course, signedIn, here }: Props) {
  const enroll = useEnroll()
  const open = isOpen(course)
  if (!signedIn) {
    return (
      <ButtonLink to="/sign-in" search={{ next: here }} size="md" mt="lg" variant={open ? 'default' : 'filled'}>
        {open ? t`Sign in to save your progress` : t`Sign in to enrol`}
      </ButtonLink>
    )
  }
  return (
    <>
      <Button size="md" mt="lg" loading={enroll.isPending} onClick={() => enroll.mutate(course.id)}>
        <Trans>Enrol in this course</Trans>
      </Button>
      {enroll.error && <Failure error={enroll.error} />}
    </>
  )
}

/** Shown to a teacher instead of the enrollment: whether the catalogue lists the course, and the way to its workspace. */
function TeacherBox({ course: { id, status } }: { course: CourseDetail }) {
  return (
    <>
      <Text mt="lg">{t(statusTexts[status])}</Text>
      <Group mt="sm">
        <ButtonLink to="/teach/courses/$courseId" params={{ courseId: id }}>
          <Trans>Manage course</Trans>
        </ButtonLink>
      </Group>
    </>
  )
}
