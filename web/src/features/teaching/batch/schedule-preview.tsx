import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Alert, Badge, Button, Checkbox, Group, Skeleton, Text, Title } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'

import type { Schema } from '@/api/client'
import { dated, list, spent } from '@/shared/format'
import { type FreeTime, FreeTimes } from '@/shared/free-times'
import { Failure } from '@/shared/query-view'
import { sessionTime } from '@/shared/wall-time'
import { FreeRooms } from './free-rooms'
import classes from './new-batch-form.module.css'
import { WarningLines } from './schedule-warnings'

type Check = Schema<'ScheduleCheck'>

type Props = {
  /** Pending and idle while the rule is incomplete. */
  check: UseQueryResult<Check>
  timezone: string
  /** Days that the user has left out. */
  exdates: string[]
  onExdates: (exdates: string[]) => void
  /** Whether sessions with a conflict are left out. */
  skips: boolean
  onSkips: (skips: boolean) => void
  /** Other times that the user has chosen, by the day of the session. */
  moved: Record<string, FreeTime>
  onMoved: (moved: Record<string, FreeTime>) => void
  /** Takes another classroom. */
  onRoom: (id: string) => void
  /** Moves all sessions by as much. */
  onShift: (shift: Schema<'Shift'>) => void
}

/** The sessions of a rule, each with what is in its way. */
export function SchedulePreview({ check, ...props }: Props) {
  return (
    <section className={classes.preview} aria-labelledby="preview">
      <Title order={2} size="h4" id="preview" mb="xs">
        <Trans>Preview</Trans>
      </Title>
      <div role="status">
        {check.error && <Failure error={check.error} />}
        {!check.error && check.isLoading && <Skeleton height={160} radius="md" />}
        {!check.data && !check.isLoading && !check.error && (
          <Text c="dimmed">
            <Trans>Choose the first day to see all sessions.</Trans>
          </Text>
        )}
        {check.data && <Sessions check={check.data} {...props} />}
      </div>
    </section>
  )
}

function Sessions({ check, ...props }: Omit<Props, 'check'> & { check: Check }) {
  const { timezone, exdates, onExdates, skips, onSkips, moved, onMoved, onRoom, onShift } = props
  const { entries, conflicts, warnings, left_out: leftOut, shift } = check
  const doubtful = new Set(warnings.map(({ date }) => date)).size
  const busy = entries.filter(({ is_free: isFree, date }) => !isFree && !moved[date]).length
  const holidays = leftOut.filter(({ reason }) => reason === 'holiday').map(({ date }) => dated(date))
  const days = list(holidays)
  const inRooms = conflicts.filter(({ kind }) => kind === 'room')
  const onlyRooms = inRooms.length === conflicts.length
  const rooms = (inRooms[0]?.rooms ?? []).filter(({ id }) => inRooms.every((c) => c.rooms.some((r) => r.id === id)))
  return (
    <>
      <Text mb="xs">{plural(entries.length, { one: '# session', other: '# sessions' })}</Text>
      {holidays.length > 0 && (
        <Text size="sm" c="dimmed" mb="xs">
          <Trans>No session on holidays: {days}.</Trans>
        </Text>
      )}
      {busy > 0 && (
        <Alert
          color="apricot"
          mb="sm"
          title={plural(busy, { one: '# session conflicts', other: '# sessions conflict' })}
        >
          <Text size="sm" mb="xs">
            {onlyRooms ? (
              <Trans>
                The classroom isn't free then. Change the time, choose another classroom, or leave them out.
              </Trans>
            ) : (
              <Trans>
                The instructor isn't free then. Change the time, choose another instructor, or leave them out.
              </Trans>
            )}
          </Text>
          <FreeRooms rooms={rooms} onChoose={onRoom} />
          {shift && (
            <Button variant="default" size="compact-sm" mb="xs" onClick={() => onShift(shift)}>
              {shiftLabel(shift)}
            </Button>
          )}
          <Checkbox
            label={t`Create the batch without them`}
            checked={skips}
            onChange={({ currentTarget: { checked } }) => onSkips(checked)}
          />
        </Alert>
      )}
      {doubtful > 0 && (
        <Text size="sm" c="dimmed" mb="xs">
          {plural(doubtful, {
            one: '# session has warnings. You can create the batch anyway.',
            other: '# sessions have warnings. You can create the batch anyway.',
          })}
        </Text>
      )}
      <ol className={classes.sessions} aria-label={t({ message: 'Sessions', context: 'batch' })}>
        {entries.map((entry) => (
          <EntryRow
            key={entry.starts_at}
            entry={entry}
            conflict={conflicts.find(({ date, start_time: at }) => date === entry.date && at === entry.start_time)}
            warnings={warnings.filter(({ date, start_time: at }) => date === entry.date && at === entry.start_time)}
            timezone={timezone}
            moved={moved[entry.date]}
            onMove={(time) => onMoved({ ...moved, [entry.date]: time })}
            onLeaveOut={() => onExdates([...exdates, entry.date])}
          />
        ))}
      </ol>
      {exdates.length > 0 && (
        <Button variant="subtle" mt="xs" onClick={() => onExdates([])}>
          {plural(exdates.length, { one: 'Include # day again', other: 'Include # days again' })}
        </Button>
      )}
    </>
  )
}

type RowProps = {
  entry: Check['entries'][number]
  conflict: Check['conflicts'][number] | undefined
  warnings: Check['warnings']
  timezone: string
  moved: FreeTime | undefined
  onMove: (time: FreeTime) => void
  onLeaveOut: () => void
}

function EntryRow({ entry, conflict, warnings, timezone, moved, onMove, onLeaveOut }: RowProps) {
  const isMoved = !entry.is_free && moved !== undefined
  const when = sessionTime(isMoved ? moved : entry, timezone).there
  return (
    <li>
      <div>
        <Text size="sm">{when}</Text>
        {!isMoved && <WarningLines warnings={warnings} />}
        {!entry.is_free && !isMoved && conflict && (
          <FreeTimes times={conflict.alternatives} timezone={timezone} onChoose={onMove} />
        )}
      </div>
      <Group gap="xs" wrap="nowrap">
        {!entry.is_free && (
          <Badge variant="light" color={isMoved ? 'evergreen' : 'red'} tt="none">
            {isMoved ? t`Moved` : conflict?.label || (conflict?.kind === 'room' ? t`Classroom not free` : t`Not free`)}
          </Badge>
        )}
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={t`Leave out ${when}`} onClick={onLeaveOut}>
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </Group>
    </li>
  )
}

/** What a move of all sessions is, in words. */
function shiftLabel({ days, minutes }: Schema<'Shift'>) {
  const [n, hours] = [Math.abs(days), spent(60 * Math.abs(minutes))]
  if (days > 0) return plural(n, { one: 'Move all # day later', other: 'Move all # days later' })
  if (days < 0) return plural(n, { one: 'Move all # day earlier', other: 'Move all # days earlier' })
  return minutes > 0 ? t`Move all ${hours} later` : t`Move all ${hours} earlier`
}
