import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Badge, Button, Card, Container, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'

import { Confirm } from '@/shared/confirm'
import { type Column, DataTable } from '@/shared/data-table'
import { span, toMinute } from '@/shared/format'
import { TextLink } from '@/shared/link'
import { OwnAttendance } from '@/shared/own-attendance'
import { PageTitle } from '@/shared/page-title'
import { Failure, QueryView } from '@/shared/query-view'
import { useSecondsLeft } from '@/shared/seconds-left'
import { toast } from '@/shared/toasts'
import { WallClock } from '@/shared/wall-clock'
import { sessionTime } from '@/shared/wall-time'
import { ZoomNotice } from '@/shared/zoom-notice'

import { type MeetingDetails, meetingQuery, useCancel, useDispute, useJoin, useRetryZoom } from './api'
import { Attendance } from './attendance'
import { serverNames, titleOf } from './labels'
import { MeetingForm } from './meeting-form'

type Shown = MeetingDetails & { tag: string; behind: number }

type Props = {
  meetingId: string
  /** Opens the address of a room. */
  onJoin: (url: string) => void
  /** Who is registered for it at Zoom. */
  registrants: (meetingId: string) => ReactNode
  /** What was recorded of it, once it has begun. */
  recordings: (meeting: MeetingDetails) => ReactNode
}

/** A meeting outside of batches: when it takes place, the way into it, and who is invited. */
export function MeetingPage({ meetingId, onJoin, registrants, recordings }: Props) {
  const meeting = useQuery(meetingQuery(meetingId))
  return (
    <Container size={1000} pt={{ base: 'xs', sm: 'lg' }}>
      <QueryView query={meeting} skeleton={<PageSkeleton />} isPage>
        {(m) => (
          <Stack gap="xl">
            <div>
              <Head meeting={m} />
              <Entrance key={m.state} meeting={m} onJoin={onJoin} onOpen={meeting.refetch} />
            </div>
            {hasBegun(m) && recordings(m)}
            {m.can_manage && m.state !== 'cancelled' && m.meeting?.state === 'ready' && registrants(m.id)}
            {m.can_manage &&
              (hasBegun(m) ? <Attendance meetingId={m.id} invited={m.invited} /> : <People meeting={m} />)}
          </Stack>
        )}
      </QueryView>
    </Container>
  )
}

function Head({ meeting }: { meeting: Shown }) {
  return (
    <header>
      <TextLink to="/meetings" size="sm">
        <Trans>Meetings</Trans>
      </TextLink>
      <PageTitle title={titleOf(meeting)} />
      <Text size="lg" component="div">
        <WallClock {...sessionTime(meeting, meeting.timezone)} />
      </Text>
      <Text c="dimmed" mb="lg">
        {[meeting.course_title, meeting.instructor_name].filter(Boolean).join(' · ')}
      </Text>
      {meeting.description && <Text mb="lg">{meeting.description}</Text>}
    </header>
  )
}

type EntranceProps = { meeting: Shown; onJoin: (url: string) => void; onOpen: () => unknown }

/** The button that leads into the meeting, with what keeps the user out until it does. */
function Entrance({ meeting: m, onJoin, onOpen }: EntranceProps) {
  const join = useJoin(m.id)
  const retry = useRetryZoom(m.id)
  const dispute = useDispute(m.id)
  const [dialog, setDialog] = useState<'change' | 'cancel'>()
  const close = () => setDialog(undefined)
  if (m.state === 'cancelled') return <Alert color="red" title={t`This meeting is cancelled`} />
  const isAhead = Date.parse(m.starts_at) > Date.now() + m.behind
  return (
    <Card withBorder radius="lg" padding="lg">
      <Stack gap="sm">
        {m.state === 'upcoming' && <Countdown meeting={m} onOpen={onOpen} />}
        {m.state === 'open' && <Text fw={600}>{t`The room is open.`}</Text>}
        {m.state === 'over' && <Text fw={600}>{t`This meeting is over.`}</Text>}
        {m.own_attendance && <OwnAttendance own={m.own_attendance} send={dispute} />}
        {join.error && <Failure error={join.error} />}
        {m.state !== 'over' && (
          <ZoomNotice meeting={m.meeting} teaches={m.can_manage} hasOther={m.instead !== ''} retry={retry} />
        )}
        <Group>
          {m.state !== 'over' && (
            <Button
              size="md"
              disabled={m.provider === 'none' || (m.state !== 'open' && !m.can_manage)}
              loading={join.isPending}
              onClick={() => join.mutate(undefined, { onSuccess: ({ url }) => onJoin(url) })}
            >
              <Trans>Join meeting</Trans>
            </Button>
          )}
          <Text size="sm" c="dimmed">
            <Place meeting={m} />
          </Text>
          {m.can_manage && isAhead && (
            <>
              <Button variant="default" onClick={() => setDialog('change')}>
                <Trans>Change meeting</Trans>
              </Button>
              <Button variant="default" onClick={() => setDialog('cancel')}>
                <Trans>Cancel meeting</Trans>
              </Button>
            </>
          )}
        </Group>
      </Stack>
      {dialog === 'change' && <MeetingForm meeting={m} onClose={close} onSaved={close} />}
      {dialog === 'cancel' && <CancelDialog id={m.id} onClose={close} />}
    </Card>
  )
}

/** Where the meeting takes place. */
function Place({ meeting: { provider, instead, host, state } }: { meeting: Shown }) {
  if (provider === 'none') return state !== 'over' && t`This session has no room yet.`
  if (provider === 'built_in') return t`A room in Lectern`
  return instead ? serverNames[instead] : [serverNames[provider], host].filter(Boolean).join(' · ')
}

function CancelDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const cancel = useCancel(id)
  return (
    <Confirm
      title={t`Cancel this meeting?`}
      text={t`Everyone who is invited is notified. You can't undo it.`}
      action={t`Cancel meeting`}
      danger
      pending={cancel.isPending}
      error={cancel.error}
      onClose={onClose}
      onConfirm={() =>
        cancel.mutate(undefined, {
          onSuccess: () => {
            toast(t`Meeting cancelled.`)
            onClose()
          },
        })
      }
    />
  )
}

/** Whether there is an attendance, by the clock of the server. */
const hasBegun = ({ state, starts_at, behind }: Shown) =>
  state !== 'cancelled' && Date.parse(starts_at) <= Date.now() + behind

/** The time until the room opens, by the clock of the server. */
function Countdown({ meeting: { opens_at, behind }, onOpen }: { meeting: Shown; onOpen: () => unknown }) {
  const left = useSecondsLeft(Date.parse(opens_at) - behind)
  const isOpen = left <= 0
  useEffect(() => {
    if (isOpen) onOpen()
  }, [isOpen, onOpen])
  const at = toMinute(opens_at)
  const time = span(Math.max(0, left))
  return (
    <Text fw={600} role="timer">
      {left > 3600 ? t`The room opens at ${at}, 10 minutes before the meeting.` : t`The room opens in ${time}.`}
    </Text>
  )
}

/** Who is invited, and who has entered. */
function People({ meeting: { invited, people } }: { meeting: Shown }) {
  return (
    <section>
      <Text component="h2" fw={600} size="lg" mb="xs">
        {plural(invited, { one: '# learner is invited', other: '# learners are invited' })}
      </Text>
      {people.length > 0 && (
        <DataTable label={t`People`} columns={columns()} rows={people} idOf={({ user_id }) => user_id} />
      )}
    </section>
  )
}

const columns = (): Column<MeetingDetails['people'][number]>[] => [
  { id: 'name', label: t`Name`, place: 'lead', cell: ({ full_name }) => full_name },
  {
    id: 'joined',
    label: t({ message: 'Joined', context: 'meeting' }),
    cell: ({ joined_at }) =>
      joined_at ? (
        toMinute(joined_at)
      ) : (
        <Badge variant="light" color="gray">
          {t({ message: 'Not yet', context: 'joined a meeting' })}
        </Badge>
      ),
  },
]

/** As large as the first screen of the page. */
const PageSkeleton = () => (
  <>
    <Skeleton height={20} width={120} />
    <Skeleton height={40} width="60%" mt="xs" />
    <Skeleton height={28} width="50%" mt="xs" mb="lg" />
    <Skeleton height={140} radius="lg" />
  </>
)
