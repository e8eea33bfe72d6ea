import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Card, Container, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'

import { span, toMinute } from '@/shared/format'
import { TextLink } from '@/shared/link'
import { OwnAttendance } from '@/shared/own-attendance'
import { PageTitle } from '@/shared/page-title'
import { Failure, QueryView } from '@/shared/query-view'
import { useSecondsLeft } from '@/shared/seconds-left'
import { WallClock } from '@/shared/wall-clock'
import { sessionTime } from '@/shared/wall-time'

import { type AttendanceRow, type LiveSession, sessionQuery, useDispute, useJoin, useStart } from './api'
import { AttendanceTable } from './attendance-table'
import { providerLabels } from './labels'
import { MeetingNotice } from './meeting-notice'
import { RoomDialog } from './room-dialog'

type Shown = LiveSession & { behind: number }

type Props = {
  sessionId: string
  /** Opens the address of a room. */
  onJoin: (url: string) => void
  /** What was recorded. */
  recordings: (session: LiveSession) => ReactNode
  /** Who is registered for its meeting at Zoom. */
  registrants: (session: LiveSession) => ReactNode
  /** What guests see, and those who have missed the session. */
  makeUp: (session: LiveSession) => ReactNode
  /** What an instructor can do about a learner who has missed it, or who comes as a guest. */
  guestActions: (row: AttendanceRow, session: LiveSession) => ReactNode
}

/** A session: when it takes place, the way into its room, and who attended. */
export function SessionPage({ sessionId, onJoin, recordings, registrants, makeUp, guestActions }: Props) {
  const session = useQuery(sessionQuery(sessionId))
  return (
    <Container size={1000} pt={{ base: 'xs', sm: 'lg' }}>
      <QueryView query={session} skeleton={<PageSkeleton />} isPage>
        {(s) => (
          <Stack gap="xl">
            <div>
              <Head session={s} />
              <Entrance key={s.state} session={s} onJoin={onJoin} onOpen={session.refetch} />
            </div>
            {s.state !== 'cancelled' && makeUp(s)}
            {s.state !== 'cancelled' && recordings(s)}
            {s.teaches && s.state !== 'cancelled' && s.meeting?.state === 'ready' && registrants(s)}
            {s.teaches && s.state !== 'cancelled' && (
              <AttendanceTable sessionId={sessionId} actions={(row) => guestActions(row, s)} />
            )}
          </Stack>
        )}
      </QueryView>
    </Container>
  )
}

function Head({
  session: { session, batch_id: batchId, batch_name, course_title, instructor_name, classroom },
}: {
  session: Shown
}) {
  return (
    <header>
      <TextLink to="/batches/$batchId" params={{ batchId }} size="sm">
        {batch_name}
      </TextLink>
      <PageTitle title={session.title || course_title} />
      <Text size="lg" component="div">
        <WallClock {...sessionTime(session, session.timezone)} />
      </Text>
      <Text c="dimmed" mb="lg">
        {[session.title && course_title, instructor_name].filter(Boolean).join(' · ')}
      </Text>
      {classroom && (
        <Text mb="lg">{t`Classroom: ${[classroom.name, classroom.place].filter(Boolean).join(', ')}`}</Text>
      )}
      {session.description && <Text mb="lg">{session.description}</Text>}
    </header>
  )
}

type EntranceProps = { session: Shown; onJoin: (url: string) => void; onOpen: () => unknown }

/** The button that leads into the room, with what keeps the user out until it does. */
function Entrance({ session: s, onJoin, onOpen }: EntranceProps) {
  const join = useJoin(s.session.id)
  const start = useStart(s.session.id)
  const dispute = useDispute(s.session.id)
  const enter = s.can_start ? start : join
  const [editing, setEditing] = useState(false)
  if (s.state === 'cancelled') {
    return (
      <Alert color="red" title={t`This session is cancelled`}>
        {s.session.reason}
      </Alert>
    )
  }
  const open = s.state === 'open' || s.teaches
  return (
    <Card withBorder radius="lg" padding="lg">
      <Stack gap="sm">
        {s.state === 'upcoming' && <Countdown session={s} onOpen={onOpen} />}
        {s.state === 'open' && <IsOpen startedAt={s.session.started_at} />}
        {s.state === 'over' && <Text fw={600}>{t`This session is over.`}</Text>}
        {enter.error && <Failure error={enter.error} />}
        {s.state !== 'over' && <MeetingNotice session={s} />}
        {s.is_recorded && s.state !== 'over' && (
          <Text size="sm">{t`This session is recorded. Members of the batch can watch the recording afterwards.`}</Text>
        )}
        {s.own_attendance && <OwnAttendance own={s.own_attendance} send={dispute} />}
        <Group>
          {s.state !== 'over' && (
            <Button
              size="md"
              disabled={!open || s.provider === 'none'}
              loading={enter.isPending}
              onClick={() => enter.mutate(undefined, { onSuccess: ({ url }) => onJoin(url) })}
            >
              {s.can_start ? <Trans>Start session</Trans> : <Trans>Join session</Trans>}
            </Button>
          )}
          <Text size="sm" c="dimmed">
            {s.host || t(providerLabels[s.provider])}
          </Text>
          {s.teaches && s.state !== 'over' && (
            <Button variant="default" onClick={() => setEditing(true)}>
              <Trans>Change room</Trans>
            </Button>
          )}
        </Group>
        {s.can_start && s.state === 'upcoming' && s.provider !== 'none' && (
          <Text size="sm">{t`If you start the session now, learners can join at once.`}</Text>
        )}
        {s.provider === 'none' && !s.classroom && s.state !== 'over' && !s.teaches && (
          <Text size="sm">{t`Your instructor hasn't set up a room yet. It will appear here.`}</Text>
        )}
      </Stack>
      {editing && <RoomDialog of={{ session: s.session.id }} onClose={() => setEditing(false)} />}
    </Card>
  )
}

function IsOpen({ startedAt }: { startedAt: string | undefined }) {
  const at = startedAt && toMinute(startedAt)
  return <Text fw={600}>{at ? t`The session started at ${at}.` : t`The room is open.`}</Text>
}

/** The time until the room opens, by the clock of the server. */
function Countdown({ session: { opens_at, behind }, onOpen }: { session: Shown; onOpen: () => unknown }) {
  const left = useSecondsLeft(Date.parse(opens_at) - behind)
  const isOpen = left <= 0
  useEffect(() => {
    if (isOpen) onOpen()
  }, [isOpen, onOpen])
  const at = toMinute(opens_at)
  return (
    <Text fw={600} role="timer">
      {left > 3600 ? (
        t`The room opens at ${at}, 10 minutes before the session.`
      ) : (
        <OpensIn seconds={Math.max(0, left)} />
      )}
    </Text>
  )
}

function OpensIn({ seconds }: { seconds: number }) {
  const time = span(seconds)
  return <Trans>The room opens in {time}.</Trans>
}

/** As large as the first screen of the page. */
const PageSkeleton = () => (
  <>
    <Skeleton height={20} width={160} />
    <Skeleton height={40} width="60%" mt="xs" />
    <Skeleton height={28} width="50%" mt="xs" mb="lg" />
    <Skeleton height={140} radius="lg" />
  </>
)
