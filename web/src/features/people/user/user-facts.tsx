import type { MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Badge, Paper, SimpleGrid, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

import { Ago } from '@/shared/ago'
import { type Column, DataTable } from '@/shared/data-table'
import { deviceName } from '@/shared/device-name'
import { Empty } from '@/shared/empty'
import { TextLink } from '@/shared/link'
import { Moment } from '@/shared/moment'
import { roleNames } from '@/shared/roles'

import type { UserDetail } from './api'
import { EndAllSessions, EndSession } from './end-session'
import { ResetFactors } from './reset-factors'
import classes from './user-facts.module.css'

type Props = { user: UserDetail }

/** An overview of a user. */
export function Overview({ user }: Props) {
  const { profile, factors, locks, applications, teaches, enrolled } = user
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }}>
      <Panel title={t`Account`}>
        <Fact name={t`Joined`}>
          <Moment at={user.created_at} />
        </Fact>
        <Fact name={t`Last seen`}>{user.last_seen_at ? <Ago at={user.last_seen_at} /> : t`Never`}</Fact>
        <Fact name={t`Email confirmed`}>
          {user.email_verified_at ? <Moment at={user.email_verified_at} /> : t`Not yet`}
        </Fact>
        <Fact name={t`Student number`}>{user.student_number || t`None`}</Fact>
        <Fact name={t`Time zone`}>{profile.time_zone || t`Not set`}</Fact>
        <Fact name={t`Headline`}>{profile.headline || t`Not set`}</Fact>
        <Fact name={t`Courses`}>
          <Trans>
            <Plural value={enrolled} one="Enrolled in # course" other="Enrolled in # courses" />, teaches {teaches}
          </Trans>
        </Fact>
      </Panel>
      <Panel title={t`Sign-in methods`} after={<ResetFactors user={user} />}>
        <Fact name={t`Password`}>{factors.password ? t`Set` : t`Not set`}</Fact>
        <Fact name={t`Authenticator app`}>{factors.authenticator ? t`Active` : t`None`}</Fact>
        <Fact name={t`Passkeys`}>{factors.passkeys}</Fact>
        <Fact name={t`Recovery codes left`}>{factors.recovery_codes}</Fact>
      </Panel>
      {locks.length > 0 && (
        <Panel title={t`Locks`}>
          {locks.map(({ reason, note, locked_until }) => (
            <Fact key={reason} name={t(lockReasons[reason])}>
              <LockEnd until={locked_until} note={note} />
            </Fact>
          ))}
        </Panel>
      )}
      {applications.length > 0 && (
        <Panel title={t`Applications`}>
          {applications.map(({ id, role, status, created_at }) => (
            <Fact key={id} name={t(roleNames[role])}>
              <Application status={status} at={created_at} />
            </Fact>
          ))}
        </Panel>
      )}
    </SimpleGrid>
  )
}

const lockReasons: Record<UserDetail['locks'][number]['reason'], MessageDescriptor> = {
  failed_login_attempts: msg`Failed sign-ins`,
  password_change_attempts: msg`Failed password changes`,
  admin_lock: msg`Locked by an administrator`,
}

type ApplicationStatus = UserDetail['applications'][number]['status']

const applicationStates: Record<ApplicationStatus, MessageDescriptor> = {
  pending: msg`Pending`,
  approved: msg`Approved`,
  rejected: msg`Rejected`,
}

function LockEnd({ until, note }: { until: string | null; note: string }) {
  if (until && note)
    return (
      <Trans>
        Until <Moment at={until} />: “{note}”
      </Trans>
    )
  if (until)
    return (
      <Trans>
        Until <Moment at={until} />
      </Trans>
    )
  return note ? t`Until an administrator unlocks the account: “${note}”` : t`Until an administrator unlocks the account`
}

function Application({ status, at }: { status: ApplicationStatus; at: string }) {
  const statusName = t(applicationStates[status])
  return (
    <Trans>
      {statusName}, sent <Ago at={at} />
    </Trans>
  )
}

function Panel({ title, children, after }: { title: string; children: ReactNode; after?: ReactNode }) {
  return (
    <Paper withBorder p="lg" bg="var(--card)">
      <Title order={2} size="h4" mb="md">
        {title}
      </Title>
      <dl className={classes.facts}>{children}</dl>
      {after}
    </Paper>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

type Session = UserDetail['sessions'][number]

const sessionColumns = (): Column<Session>[] => [
  {
    id: 'device',
    label: t`Device`,
    place: 'lead',
    cell: ({ user_agent }) => (
      <Text size="sm" title={user_agent}>
        {deviceName(user_agent)}
      </Text>
    ),
  },
  { id: 'place', label: t`Network`, cell: ({ place }) => place || '–' },
  {
    id: 'factor',
    label: t`Two-factor`,
    cell: ({ two_factor }) => <Badge color={two_factor ? 'evergreen' : 'gray'}>{two_factor ? t`Yes` : t`No`}</Badge>,
  },
  { id: 'seen', label: t`Last seen`, cell: ({ last_seen_at }) => <Ago at={last_seen_at} /> },
  { id: 'since', label: t`Signed in`, cell: ({ created_at }) => <Moment at={created_at} /> },
]

/** The sessions of a user, each of which can be ended. */
export function SessionTable({ user: { id, full_name, sessions } }: Props) {
  if (sessions.length === 0)
    return (
      <Empty title={t`No sessions`}>
        <Trans>This user isn't signed in on any device.</Trans>
      </Empty>
    )
  const columns: Column<Session>[] = [
    ...sessionColumns(),
    {
      id: 'act',
      label: t`Actions`,
      place: 'end',
      cell: (session) => <EndSession id={id} name={full_name} session={session} />,
    },
  ]
  return (
    <>
      <EndAllSessions id={id} name={full_name} />
      <DataTable label={t`Sessions`} columns={columns} rows={sessions} idOf={(session) => session.id} />
    </>
  )
}

const courseColumns = (): Column<UserDetail['enrollments'][number]>[] => [
  {
    id: 'course',
    label: t`Course`,
    place: 'lead',
    cell: ({ course_id, title }) => (
      <TextLink to="/courses/$courseId" params={{ courseId: course_id }} fw={600}>
        {title}
      </TextLink>
    ),
  },
  { id: 'status', label: t`Status`, cell: ({ status }) => <Badge color="gray">{enrollmentStatus(status)}</Badge> },
  { id: 'since', label: t`Enrolled`, cell: ({ created_at }) => <Moment at={created_at} /> },
]

const enrollmentStatuses: Record<string, MessageDescriptor> = {
  invited: msg`Invited`,
  pending_payment: msg`Awaiting payment`,
  waitlisted: msg`On the waiting list`,
  active: msg`Active`,
  suspended: msg`Suspended`,
  completed: msg`Completed`,
  withdrawn: msg`Withdrawn`,
  expired: msg`Expired`,
}

function enrollmentStatus(status: string) {
  const known = enrollmentStatuses[status]
  return known ? t(known) : status
}

/** The courses in which a user is enrolled. */
export function EnrollmentList({ user: { enrollments, enrolled } }: Props) {
  if (enrollments.length === 0)
    return (
      <Empty title={t`No courses`}>
        <Trans>This user isn't enrolled in any course.</Trans>
      </Empty>
    )
  return (
    <>
      <Text size="sm" c="dimmed" mb="xs">
        {coursesInWords(enrollments.length, enrolled)}
      </Text>
      <DataTable
        label={t`Enrolments`}
        columns={courseColumns()}
        rows={enrollments}
        idOf={({ course_id }) => course_id}
      />
    </>
  )
}

const coursesInWords = (shown: number, total: number) =>
  total > shown
    ? plural(total, { one: `The latest ${shown} of # course`, other: `The latest ${shown} of # courses` })
    : plural(total, { one: '# course', other: '# courses' })
