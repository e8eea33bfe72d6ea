import { i18n } from '@lingui/core'
import { plural, t } from '@lingui/core/macro'
import { Badge, Button, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'

import { TextLink } from '@/shared/link'
import { personName } from '@/shared/person-name'
import { WallClock } from '@/shared/wall-clock'
import { sessionTime } from '@/shared/wall-time'

import type { ClassSession } from './api'
import classes from './session-list.module.css'

type Props = {
  /** Accessible name of the list. */
  label: string
  sessions: ClassSession[]
  /** Whether each leads to its page, which members and instructors may open. */
  linked?: boolean
  /** Who teaches some of them in place of the instructor of the batch. */
  substitutes?: { id: string; full_name: string }[] | undefined
  /** In which some of them take place. */
  classrooms?: { id: string; name: string }[] | undefined
  /** The id of that of the batch, which is not repeated. */
  usualRoom?: string | undefined
  /** What can be done about a session. */
  actions?: (session: ClassSession) => ReactNode
}

/** Sessions by date; those that are over are hidden until asked for. */
export function SessionList({
  label,
  sessions,
  linked = false,
  substitutes,
  classrooms = [],
  usualRoom,
  actions,
}: Props) {
  const [withPast, setWithPast] = useState(false)
  const now = Date.now()
  const over = sessions.filter(({ ends_at }) => Date.parse(ends_at) <= now)
  const shown = withPast || over.length === sessions.length ? sessions : sessions.filter((s) => !over.includes(s))
  return (
    <>
      {shown.length < sessions.length && (
        <Button variant="subtle" mb="xs" className="flush" onClick={() => setWithPast(true)}>
          {plural(over.length, { one: 'Show # past session', other: 'Show # past sessions' })}
        </Button>
      )}
      <ol className={classes.list} aria-label={label}>
        {shown.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            isOver={over.includes(session)}
            linked={linked}
            substitute={nameOf(session.instructor_id, substitutes)}
            classroom={session.room_id === usualRoom ? undefined : roomOf(session, classrooms)}
            actions={actions?.(session)}
          />
        ))}
      </ol>
    </>
  )
}

const part = (date: string, options: Intl.DateTimeFormatOptions) =>
  i18n.date(`${date}T00:00:00Z`, { ...options, timeZone: 'UTC' })

function nameOf(id: string | undefined, people: Props['substitutes']) {
  const person = people?.find((p) => p.id === id)
  return person && personName(person.full_name)
}

function roomOf({ room_id: id }: ClassSession, rooms: { id: string; name: string }[]) {
  const classroom = rooms.find((room) => room.id === id)?.name
  return classroom ? t`Classroom: ${classroom}` : t`No classroom`
}

type RowProps = {
  session: ClassSession
  isOver: boolean
  linked: boolean
  substitute: string | undefined
  classroom: string | undefined
  actions: ReactNode
}

function SessionRow({ session, isOver, linked, substitute, classroom, actions }: RowProps) {
  const { id: sessionId, date, status, title, description, timezone } = session
  const when = <WallClock {...sessionTime(session, timezone)} />
  const cancelled = status === 'cancelled'
  return (
    <li className={classes.session} data-over={isOver || undefined} data-cancelled={cancelled || undefined}>
      <div className={classes.day} aria-hidden="true">
        <span>{part(date, { month: 'short' })}</span>
        <b>{part(date, { day: 'numeric' })}</b>
      </div>
      <div>
        {title && <Text fw={600}>{title}</Text>}
        <Text size={title ? 'sm' : 'md'} className={classes.when} component="div">
          {linked ? (
            <TextLink to="/sessions/$sessionId" params={{ sessionId }}>
              {when}
            </TextLink>
          ) : (
            when
          )}
        </Text>
        {classroom && <Text size="sm">{classroom}</Text>}
        {substitute && <Text size="sm">{t`Substitute: ${substitute}`}</Text>}
        {description && (
          <Text size="sm" c="dimmed">
            {description}
          </Text>
        )}
        {cancelled && (
          <Badge mt={4} variant="light" color="red" tt="none">
            {t({ message: 'Cancelled', context: 'batch' })}
          </Badge>
        )}
      </div>
      {actions}
    </li>
  )
}
