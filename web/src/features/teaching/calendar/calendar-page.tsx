import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Container, Skeleton, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCalendarShare } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { type Classroom, classroomsQuery } from '@/shared/classrooms'
import { Empty } from '@/shared/empty'
import { ButtonLink } from '@/shared/link'
import { PageHead } from '@/shared/page-head'
import { personName } from '@/shared/person-name'
import { QueryView } from '@/shared/query-view'
import { here } from '@/shared/time-zones'
import { wallIn } from '@/shared/wall-time'

import { AgendaList } from './agenda-list'
import { type Entry, instructorsQuery, sessionsQuery } from './api'
import classes from './calendar.module.css'
import { Filters, type Narrowed, narrowed } from './filters'
import { LaneList } from './lane-list'
import { type By, instructorLanes, type Lane, type Lanes, laneIdOf, roomLanes } from './lanes'
import { PeopleField } from './people-field'
import { dayOf, spanOf, type View } from './period'
import { SessionSheet } from './session-sheet'
import { SubscribeDialog } from './subscribe-dialog'
import { type Shown, Toolbar } from './toolbar'

const Grid = lazy(() => import('./grid'))

/** What of the calendar is kept in the URL. */
export type CalendarSearch = Narrowed & { view?: View; day?: string; people?: string[]; by?: By }

/**
 * What is to be moved, with the time to which it was dragged, in its zone, and the classroom (empty: none) or the instructor if that is another one;
 * batchId is empty for meetings and Q&A sessions.
 */
export type Wanted = {
  kind: Entry['kind']
  batchId: string
  sessionId: string
  proposed?: {
    date: string
    start_time: string
    end_time: string
    room_id?: string
    instructor?: { id: string; full_name: string }
  }
}

type Props = {
  search: CalendarSearch
  onSearch: (search: CalendarSearch) => void
  /** Whether the user chooses whose calendars are shown. */
  choosesPeople: boolean
  /** Whether the user may see what is in each classroom, and who teaches what. */
  choosesRoom: boolean
  /** The dialog that moves a session or a meeting. */
  mover: (wanted: Wanted, onClose: () => void) => ReactNode
}

/** The sessions of the user's batches, or of the whole school for administrators. */
export function CalendarPage({ search, onSearch, choosesPeople, choosesRoom, mover }: Props) {
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  const shown: Shown = { view: search.view ?? (isNarrow ? 'agenda' : 'week'), day: search.day ?? dayOf(new Date()) }
  const people = search.people ?? []
  const [opened, setOpened] = useState<Entry>()
  const [subscribing, setSubscribing] = useState(false)
  const [moving, setMoving] = useState<Wanted>()
  const loaded = useQuery({ ...classroomsQuery(), enabled: choosesRoom })
  const rooms = loaded.data ?? []
  const mayHaveRooms = choosesRoom && (loaded.isPending || rooms.length > 0) // while they load, so that the page does not move
  const by = choosesRoom && shown.view === 'day' ? search.by : undefined
  const arrangements: By[] = choosesRoom
    ? ['instructor', ...(mayHaveRooms || by === 'room' ? ['room' as const] : [])]
    : []
  const show = ({ view, day }: Shown) => onSearch({ ...search, view, day })
  const choose = (chosen: string[]) => onSearch({ ...search, people: chosen })
  const arrange = ({ by: _, ...rest }: CalendarSearch, by: By | undefined) => onSearch({ ...rest, ...(by && { by }) })
  const narrow = ({ course: _, kind: __, room: ___, ...rest }: CalendarSearch, to: Narrowed) =>
    onSearch({ ...rest, ...to })
  return (
    <Container size={1320} pt="lg">
      <PageHead title={t`Calendar`} lead={<Trans>Times are in your time zone, {here()}.</Trans>}>
        <ButtonLink to="/meetings" variant="default">
          <Trans>Meetings</Trans>
        </ButtonLink>
        <Button
          variant="default"
          leftSection={<IconCalendarShare size={18} aria-hidden />}
          onClick={() => setSubscribing(true)}
        >
          <Trans>Subscribe</Trans>
        </Button>
      </PageHead>
      {choosesPeople && <PeopleField value={people} onChange={choose} />}
      <Toolbar
        shown={shown}
        onShow={show}
        by={by}
        arrangements={arrangements}
        onBy={(chosen) => arrange(search, chosen)}
        isNarrow={isNarrow}
      />
      <Sessions
        shown={shown}
        people={people}
        only={search}
        rooms={rooms}
        by={by}
        isNarrow={isNarrow}
        onNarrow={(to) => narrow(search, to)}
        onShow={show}
        onOpen={setOpened}
        onMove={setMoving}
      />
      <SessionSheet
        entry={opened}
        onClose={() => setOpened(undefined)}
        onMove={() => {
          if (opened) setMoving({ kind: opened.kind, batchId: opened.batch_id, sessionId: opened.id })
          setOpened(undefined)
        }}
      />
      {subscribing && <SubscribeDialog onClose={() => setSubscribing(false)} />}
      {moving && mover(moving, () => setMoving(undefined))}
    </Container>
  )
}

type SessionsProps = {
  shown: Shown
  people: string[]
  only: Narrowed
  /** The classrooms of the school; none for users to whom they are not shown. */
  rooms: Classroom[]
  /** What has a lane of its own; undefined: nothing. */
  by: By | undefined
  isNarrow: boolean
  onNarrow: (to: Narrowed) => void
  onShow: (shown: Shown) => void
  onOpen: (entry: Entry) => void
  onMove: (wanted: Wanted) => void
}

function Sessions({ shown, people, only, rooms, by, isNarrow, onNarrow, onShow, onOpen, onMove }: SessionsProps) {
  const sessions = useQuery(sessionsQuery(spanOf(shown.view, shown.day), people, only.room ?? '', by === 'room'))
  const names = useQuery({ ...instructorsQuery(''), enabled: by === 'instructor' && people.length > 0 })
  const name = (id: string) => {
    const found = names.data?.find((person) => person.id === id)
    return found && personName(found.full_name)
  }
  const dragged = (entry: Entry, starts: Date, ends: Date, lane?: Lane) => {
    const [from, to] = [wallIn(entry.timezone, starts), wallIn(entry.timezone, ends)]
    const proposed = { date: from.date, start_time: from.time, end_time: to.time, ...otherLane(entry, by, lane) }
    onMove({ kind: entry.kind, batchId: entry.batch_id, sessionId: entry.id, proposed })
  }
  return (
    <div className={classes.sessionsArea}>
      <Filters entries={sessions.data ?? []} value={only} rooms={rooms} onChange={onNarrow} />
      <QueryView query={sessions} skeleton={<Skeleton height={640} radius="lg" />}>
        {(all) => {
          const entries = narrowed(all, only)
          const lanes: Lanes | undefined =
            by && (by === 'room' ? roomLanes(rooms, entries, only.room) : instructorLanes(entries, people, name))
          if (lanes && isNarrow) return <LaneList of={lanes} entries={entries} onOpen={onOpen} />
          return shown.view === 'agenda' ? (
            <Agenda entries={entries} onOpen={onOpen} />
          ) : (
            <Suspense fallback={<Skeleton height={640} radius="lg" />}>
              <Grid shown={shown} entries={entries} lanes={lanes} onShow={onShow} onOpen={onOpen} onMove={dragged} />
              <Text role="status" c="dimmed" size="sm" mt="xs" mih={22}>
                {entries.length === 0 && <Trans>No sessions in this time.</Trans>}
              </Text>
            </Suspense>
          )
        }}
      </QueryView>
    </div>
  )
}

/** What changes of a session that is dragged into a lane: its classroom, or its instructor. Meetings stay with their instructor. */
function otherLane(entry: Entry, by: By | undefined, lane: Lane | undefined) {
  if (!by || !lane || entry.kind !== 'session' || lane.id === laneIdOf(entry, by)) return {}
  if (by === 'room') return { room_id: lane.id }
  return lane.id ? { instructor: { id: lane.id, full_name: lane.label } } : {}
}

const Agenda = ({ entries, onOpen }: { entries: Entry[]; onOpen: (entry: Entry) => void }) =>
  entries.length > 0 ? (
    <AgendaList entries={entries} onOpen={onOpen} />
  ) : (
    <Empty title={t`No sessions in these 4 weeks`}>
      <Trans>Sessions of your batches appear here, with their times in your time zone.</Trans>
    </Empty>
  )
