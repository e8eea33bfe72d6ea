import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { AttendanceBadge, attendanceLabels, Stays } from '@/shared/attendance'
import { dated, spent, toTime } from '@/shared/format'
import { TextLink } from '@/shared/link'
import { QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'
import { SideDrawer } from '@/shared/side-drawer'
import { type AttendanceRow, attendanceQuery, type NewMark } from './api'
import classes from './attendance-grid.module.css'
import { DisputeOf } from './dispute-of'
import type { GridLearner, GridSession } from './grid-api'
import { markable } from './labels'

type Props = {
  session: GridSession
  learner: GridLearner
  onMark: (status: NewMark['status'], note: string) => void
  onClose: () => void
}

/** What is known of the attendance of a learner in a session, and what an instructor says instead. */
export function AttendanceEvidence({ session, learner, onMark, onClose }: Props) {
  const sheet = useQuery(attendanceQuery(session.id))
  return (
    <SideDrawer opened onClose={onClose} title={`${learner.full_name}, ${dated(session.date)}`}>
      <QueryView query={sheet} skeleton={<Rows />}>
        {({ value: { rows } }) => {
          const row = rows.find(({ user_id }) => user_id === learner.user_id)
          return row ? (
            <Evidence
              key={row.status + row.note}
              session={session}
              row={row}
              onMark={(status, note) => {
                onMark(status, note)
                onClose()
              }}
            />
          ) : (
            <Text>{t`This learner wasn't expected in this session.`}</Text>
          )
        }}
      </QueryView>
    </SideDrawer>
  )
}

type EvidenceProps = { session: GridSession; row: AttendanceRow; onMark: Props['onMark'] }

function Evidence({ session, row, onMark }: EvidenceProps) {
  return (
    <Stack>
      <Group gap="xs">
        <AttendanceBadge status={row.status} />
        <Text size="sm" c="dimmed">
          {row.seconds > 0 ? t`In the session for ${spent(row.seconds)}` : t`No time in the session is known.`}
        </Text>
      </Group>
      <Timeline session={session} row={row} />
      <Stays stays={row.intervals} />
      <DisputeOf sessionId={session.id} row={row} />
      {session.can_edit ? (
        <MarkForm row={row} onMark={onMark} />
      ) : (
        <Text size="sm">{t`Attendance can be changed for 30 days after a session. Ask an administrator.`}</Text>
      )}
      <TextLink to="/sessions/$sessionId" params={{ sessionId: session.id }} size="sm">
        <Trans>Open session</Trans>
      </TextLink>
    </Stack>
  )
}

/** When the learner was there, from the beginning of the session to its end. */
function Timeline({ session, row }: { session: GridSession; row: AttendanceRow }) {
  const [from, to] = [Date.parse(session.starts_at), Date.parse(session.ends_at)]
  const share = (at: string) => Math.min(100, Math.max(0, (100 * (Date.parse(at) - from)) / (to - from)))
  return (
    <div>
      <div className={classes.track} aria-hidden>
        {row.intervals.map(({ source, joined_at, left_at }) => (
          <span
            key={source + joined_at}
            className={classes.span}
            style={{
              insetInlineStart: `${share(joined_at)}%`,
              width: `${share(left_at ?? joined_at) - share(joined_at)}%`,
            }}
          />
        ))}
      </div>
      <Group justify="space-between">
        <Text size="xs" c="dimmed">
          {toTime(session.starts_at)}
        </Text>
        <Text size="xs" c="dimmed">
          {toTime(session.ends_at)}
        </Text>
      </Group>
    </div>
  )
}

function MarkForm({ row, onMark }: { row: AttendanceRow; onMark: Props['onMark'] }) {
  const [status, setStatus] = useState<NewMark['status']>(
    markable.find((m) => row.is_marked && m === row.status) ?? 'computed',
  )
  const [note, setNote] = useState(row.note)
  const found = t(attendanceLabels[row.computed])
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onMark(status, note)
      }}
    >
      <Stack gap="sm">
        <NativeSelect
          label={t`Status`}
          value={status}
          data={[
            { value: 'computed', label: t`As recorded (${found})` },
            ...markable.map((value) => ({ value, label: t(attendanceLabels[value]) })),
          ]}
          onChange={({ currentTarget: { value } }) => setStatus(markable.find((m) => m === value) ?? 'computed')}
        />
        <TextInput
          label={t`Note`}
          maxLength={500}
          value={note}
          onChange={({ currentTarget: { value } }) => setNote(value)}
        />
        <Button type="submit" style={{ alignSelf: 'start' }}>
          <Trans>Save attendance</Trans>
        </Button>
      </Stack>
    </form>
  )
}
