import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Paper, SimpleGrid, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

import { Ago } from '@/shared/ago'
import { type Column, DataTable } from '@/shared/data-table'
import { Empty } from '@/shared/empty'
import { count } from '@/shared/format'
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
        <Fact name="Joined">
          <Moment at={user.created_at} />
        </Fact>
        <Fact name="Last seen">{user.last_seen_at ? <Ago at={user.last_seen_at} /> : t`Never`}</Fact>
        <Fact name="Address confirmed">
          {user.email_verified_at ? <Moment at={user.email_verified_at} /> : t`Not yet`}
        </Fact>
        <Fact name="Student number">{user.student_number || t`None`}</Fact>
        <Fact name="Time zone">{profile.time_zone || t`Not said`}</Fact>
        <Fact name="Headline">{profile.headline || t`Not said`}</Fact>
        <Fact name="Courses">
          <Trans>
            In {count(enrolled, 'course')}, teaches {teaches}
          </Trans>
        </Fact>
      </Panel>
      <Panel title={t`How they prove who they are`} after={<ResetFactors user={user} />}>
        <Fact name="Password">{factors.password ? t`Set` : t`None`}</Fact>
        <Fact name="Authenticator app">{factors.authenticator ? t`Set up` : t`None`}</Fact>
        <Fact name="Passkeys">{factors.passkeys}</Fact>
        <Fact name="Recovery codes left">{factors.recovery_codes}</Fact>
      </Panel>
      {locks.length > 0 && (
        <Panel title={t`Locks`}>
          {locks.map(({ reason, note, locked_until }) => (
            <Fact key={reason} name={lockReasons[reason]}>
              {locked_until ? (
                <Trans>
                  until <Moment at={locked_until} />
                </Trans>
              ) : (
                t`until an administrator unlocks it`
              )}
              {note && `: “${note}”`}
            </Fact>
          ))}
        </Panel>
      )}
      {applications.length > 0 && (
        <Panel title={t`Applications`}>
          {applications.map(({ id, role, status, created_at }) => (
            <Fact key={id} name={t(roleNames[role])}>
              <Trans>
                {applicationStates[status]}, asked <Ago at={created_at} />
              </Trans>
            </Fact>
          ))}
        </Panel>
      )}
    </SimpleGrid>
  )
}

const lockReasons: Record<UserDetail['locks'][number]['reason'], string> = {
  failed_login_attempts: 'Wrong passwords or codes at sign-in',
  password_change_attempts: 'Wrong passwords at a change',
  admin_lock: 'By an administrator',
}

const applicationStates: Record<UserDetail['applications'][number]['status'], string> = {
  pending: 'Waiting',
  approved: 'Approved',
  rejected: 'Declined',
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

const sessionColumns: Column<Session>[] = [
  {
    id: 'device',
    label: 'Device',
    place: 'lead',
    cell: ({ user_agent }) => (
      <Text size="sm" lineClamp={2}>
        {user_agent || t`Unknown`}
      </Text>
    ),
  },
  { id: 'place', label: 'Network', cell: ({ place }) => place || '–' },
  {
    id: 'factor',
    label: 'Second step',
    cell: ({ two_factor }) => <Badge color={two_factor ? 'evergreen' : 'gray'}>{two_factor ? t`Yes` : t`No`}</Badge>,
  },
  { id: 'seen', label: 'Last seen', cell: ({ last_seen_at }) => <Ago at={last_seen_at} /> },
  { id: 'since', label: 'Signed in', cell: ({ created_at }) => <Moment at={created_at} /> },
]

/** The sessions of a user, each of which can be ended. */
export function SessionTable({ user: { id, full_name, sessions } }: Props) {
  if (sessions.length === 0)
    return (
      <Empty title={t`Nowhere`}>
        <Trans>They are signed in nowhere at the moment.</Trans>
      </Empty>
    )
  const columns: Column<Session>[] = [
    ...sessionColumns,
    {
      id: 'act',
      label: t`What to do`,
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

const courseColumns: Column<UserDetail['enrollments'][number]>[] = [
  {
    id: 'course',
    label: 'Course',
    place: 'lead',
    cell: ({ course_id, title }) => (
      <TextLink to="/courses/$courseId" params={{ courseId: course_id }} fw={600}>
        {title}
      </TextLink>
    ),
  },
  { id: 'status', label: 'Status', cell: ({ status }) => <Badge color="gray">{status}</Badge> },
  { id: 'since', label: 'Enrolled', cell: ({ created_at }) => <Moment at={created_at} /> },
]

/** The courses in which a user is enrolled. */
export function EnrollmentList({ user: { enrollments, enrolled } }: Props) {
  if (enrollments.length === 0)
    return (
      <Empty title={t`No courses`}>
        <Trans>They are in no course.</Trans>
      </Empty>
    )
  return (
    <>
      <Text size="sm" c="dimmed" mb="xs">
        {enrolled > enrollments.length ? t`The newest ${enrollments.length} of ${enrolled}` : count(enrolled, 'course')}
      </Text>
      <DataTable label={t`Enrolments`} columns={courseColumns} rows={enrollments} idOf={({ course_id }) => course_id} />
    </>
  )
}
