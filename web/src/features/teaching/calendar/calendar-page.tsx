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
import { QueryView } from '@/shared/query-view'
import { here } from '@/shared/time-zones'
import { wallIn } from '@/shared/wall-time'

import { AgendaList } from './agenda-list'
import { type Entry, sessionsQuery } from './api'
import classes from './calendar.module.css'
import { Filters, type Narrowed, narrowed } from './filters'
import { type Lane, lanesOf } from './lanes'
import { PeopleField } from './people-field'
import { dayOf, spanOf, type View } from './period'
import { RoomList } from './room-list'
import { SessionSheet } from './session-sheet'
import { SubscribeDialog } from './subscribe-dialog'
import { type By, type Shown, Toolbar } from './toolbar'

const Grid = lazy(() => import('./grid'))

/** What of the calendar is kept in the URL. */
export type CalendarSearch = Narrowed & { view?: View; day?: string; people?: string[]; by?: By }

/**
 * What is to be moved, with the time to which it was dragged, in its zone, and the classroom if that is another one (empty: none);
 * batchId is empty for meetings and Q&A sessions.
 */
export type Wanted = {
  kind: Entry['kind']
  batchId: string
  sessionId: string
  proposed?: { date: string; start_time: string; end_time: string; room_id?: string }
}

type Props = {
  search: CalendarSearch
  onSearch: (search: CalendarSearch) => void
  /** Whether the user chooses whose calendars are shown. */
  choosesPeople: boolean
  /** Whether the user may see what is in each classroom. */
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
  const byRoom = choosesRoom && search.by === 'room' && shown.view === 'day'
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
        by={search.by}
        onBy={mayHaveRooms || byRoom ? (by) => arrange(search, by) : undefined}
      />
      <Sessions
        shown={shown}
        people={people}
        only={search}
        rooms={rooms}
        byRoom={byRoom}
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
  /** Whether each classroom has a lane of its own. */
  byRoom: boolean
  isNarrow: boolean
  onNarrow: (to: Narrowed) => void
  onShow: (shown: Shown) => void
  onOpen: (entry: Entry) => void
  onMove: (wanted: Wanted) => void
}

function Sessions({ shown, people, only, rooms, byRoom, isNarrow, onNarrow, onShow, onOpen, onMove }: SessionsProps) {
  const sessions = useQuery(sessionsQuery(spanOf(shown.view, shown.day), people, only.room ?? '', byRoom))
  const dragged = (entry: Entry, starts: Date, ends: Date, room?: string) => {
    const [from, to] = [wallIn(entry.timezone, starts), wallIn(entry.timezone, ends)]
    const elsewhere = entry.kind === 'session' && room !== undefined && room !== entry.room_id && { room_id: room }
    const proposed = { date: from.date, start_time: from.time, end_time: to.time, ...elsewhere }
    onMove({ kind: entry.kind, batchId: entry.batch_id, sessionId: entry.id, proposed })
  }
  return (
    <div className={classes.sessionsArea}>
      <Filters entries={sessions.data ?? []} value={only} rooms={rooms} onChange={onNarrow} />
      <QueryView query={sessions} skeleton={<Skeleton height={640} radius="lg" />}>
        {(all) => {
          const entries = narrowed(all, only)
          const lanes: Lane[] | undefined = byRoom ? lanesOf(rooms, entries, only.room) : undefined
          if (lanes && isNarrow) return <RoomList lanes={lanes} entries={entries} onOpen={onOpen} />
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

const Agenda = ({ entries, onOpen }: { entries: Entry[]; onOpen: (entry: Entry) => void }) =>
  entries.length > 0 ? (
    <AgendaList entries={entries} onOpen={onOpen} />
  ) : (
    <Empty title={t`No sessions in these 4 weeks`}>
      <Trans>Sessions of your batches appear here, with their times in your time zone.</Trans>
    </Empty>
  )
