import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Alert, Button, Card, Group, List, Text, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'

import { errorDetails, fieldErrors, type Schema } from '@/api/client'
import { FormDialog } from '@/shared/form-dialog'
import { type FreeTime, FreeTimes } from '@/shared/free-times'
import { toast } from '@/shared/toasts'
import { WallClock } from '@/shared/wall-clock'
import { sessionTime } from '@/shared/wall-time'
import type { Batch, ClassSession } from './api'
import { ReasonField } from './cancel-session'
import { EmailsField } from './emails-field'
import { changesOf, type Entry, type Row, rowsOf } from './schedule-changes'
import { ScheduleWarnings } from './schedule-warnings'
import { hasTime } from './session-form'
import { useReplaceSchedule, useTrySchedule } from './sessions-api'

type Props = { batch: Batch; onClose: () => void }

/** Changes all sessions of a batch that are ahead at once: what that does is shown before it is saved. */
export function EditSchedule({ batch, onClose }: Props) {
  const { timezone, schedule = [] } = batch
  const [rows, setRows] = useState(() => rowsOf(schedule))
  const [reason, setReason] = useState('')
  const [emails, setEmails] = useState(true)
  const trial = useTrySchedule(batch)
  const replace = useReplaceSchedule(batch)
  const edit = (next: Row[]) => {
    trial.reset()
    replace.reset()
    setRows(next)
  }
  const body = { schedule: rows.map(({ key: _, ...entry }) => entry), reschedule_reason: reason.trim() }
  const preview = trial.data
  const failed = replace.error ?? trial.error
  const conflicts = conflictsOf(failed)
  const shown = preview ? replace : trial
  return (
    <FormDialog
      title={t`Change schedule`}
      onClose={onClose}
      onSubmit={() =>
        preview
          ? replace.mutate(
              { ...body, emails },
              {
                onSuccess: () => {
                  toast(t`Schedule saved.`)
                  onClose()
                },
              },
            )
          : trial.mutate(body)
      }
      mutation={conflicts.length > 0 ? { isPending: shown.isPending, error: null } : shown}
      fields={['reschedule_reason']}
      submit={preview ? t`Save schedule` : t`Preview changes`}
      disabled={rows.length === 0 || !rows.every(hasTime)}
    >
      <Text size="sm" c="dimmed">
        <Trans>Sessions ahead. Times are local to {timezone}.</Trans>
      </Text>
      {rows.map((row, n) => (
        <RowFields
          key={row.key}
          row={row}
          n={n + 1}
          onChange={(changed) => edit(rows.map((one) => (one.key === row.key ? changed : one)))}
          onRemove={() => edit(rows.filter(({ key }) => key !== row.key))}
        />
      ))}
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => edit([...rows, another(rows)])}
        >
          <Trans>Add session</Trans>
        </Button>
      </div>
      {conflicts.length > 0 && (
        <Conflicts
          conflicts={conflicts}
          timezone={timezone}
          onChoose={(conflict, free) => edit(rows.map((row) => moved(row, conflict, free)))}
        />
      )}
      {preview && <Preview before={schedule} after={preview} timezone={timezone} />}
      {preview && <ScheduleWarnings warnings={preview.warnings ?? []} />}
      <ReasonField value={reason} onChange={setReason} error={fieldErrors(failed).reschedule_reason} />
      <EmailsField value={emails} onChange={setEmails} />
    </FormDialog>
  )
}

/** A session like the last one, whose day is still to be chosen. */
function another(rows: Row[]): Row {
  const last = rows.at(-1)
  const key = String(Math.max(0, ...rows.map((row) => Number(row.key))) + 1)
  return { key, date: '', start_time: last?.start_time ?? '18:00', end_time: last?.end_time ?? '19:00' }
}

type Conflict = Schema<'ScheduleConflict'>

function conflictsOf(error: Error | null): Conflict[] {
  const details = errorDetails(error)
  if (!details || !('conflicts' in details)) return []
  return (details.conflicts as Partial<Conflict>[]).filter((one): one is Conflict => one.alternatives !== undefined)
}

/** The row with which something conflicts takes a free time; others stay. */
const moved = (row: Row, { date, start_time: start }: Conflict, free: FreeTime): Row =>
  row.date === date && row.start_time === start
    ? { ...row, date: free.date, start_time: free.start_time, end_time: free.end_time }
    : row

type FieldsProps = { row: Row; n: number; onChange: (row: Row) => void; onRemove: () => void }

function RowFields({ row, n, onChange, onRemove }: FieldsProps) {
  const field = (name: keyof Entry) => ({
    value: row[name] ?? '',
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      onChange({ ...row, [name]: value }),
  })
  const name = t`Session ${n}`
  return (
    <Card withBorder component="fieldset" m={0} p="sm" aria-label={name}>
      <Group gap="sm" align="flex-end">
        <TextInput type="date" label={t`Date`} style={{ flex: '1 1 100%' }} {...field('date')} />
        <TextInput type="time" label={t`From`} style={{ flex: '1 1 5.5rem' }} {...field('start_time')} />
        <TextInput type="time" label={t`To`} style={{ flex: '1 1 5.5rem' }} {...field('end_time')} />
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={t`Remove ${name}`} onClick={onRemove}>
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </Group>
    </Card>
  )
}

type ConflictsProps = {
  conflicts: Conflict[]
  timezone: string
  onChoose: (conflict: Conflict, free: FreeTime) => void
}

const Conflicts = ({ conflicts, timezone, onChoose }: ConflictsProps) => (
  <Alert role="alert" color="apricot" title={t`The instructor isn't free`}>
    <List size="sm">
      {conflicts.map((conflict) => (
        <List.Item key={`${conflict.date} ${conflict.start_time} ${conflict.starts_at}`}>
          {conflict.label && `${conflict.label}: `}
          <WallClock {...sessionTime(conflict, timezone)} />
          <FreeTimes times={conflict.alternatives} timezone={timezone} onChoose={(free) => onChoose(conflict, free)} />
        </List.Item>
      ))}
    </List>
  </Alert>
)

type PreviewProps = { before: ClassSession[]; after: Schema<'ReplacedSchedule'>; timezone: string }

/** What becomes of each session, in the zone of the batch and in the reader's own. */
function Preview({ before, after, timezone }: PreviewProps) {
  const changes = changesOf(before, after.schedule)
  const stay = plural(after.kept_count, { one: '# session stays as it is.', other: '# sessions stay as they are.' })
  const when = (session: ClassSession) => <WallClock {...sessionTime(session, timezone)} />
  return (
    <Alert role="status" title={changes.length > 0 ? t`What changes` : t`Nothing changes`}>
      <List size="sm">
        {changes.map(({ kind, session, from }) => (
          <List.Item key={session.id}>
            {kind === 'moved' && from && (
              <Trans>
                Moves from {sessionTime(from, timezone).there} to {when(session)}
              </Trans>
            )}
            {kind === 'added' && <Trans>New: {when(session)}</Trans>}
            {kind === 'cancelled' && <Trans>Cancelled: {when(session)}</Trans>}
          </List.Item>
        ))}
      </List>
      <Text size="sm">{stay}</Text>
    </Alert>
  )
}
