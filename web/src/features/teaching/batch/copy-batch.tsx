import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Checkbox, Radio, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { fieldErrors } from '@/api/client'
import { FormDialog } from '@/shared/form-dialog'
import { dated, list } from '@/shared/format'
import { toast } from '@/shared/toasts'

import { type Batch, type CopiedBatch, copyCheckQuery, useCopyBatch } from './api'
import { ConflictItems } from './conflict-list'
import { DroppedRooms } from './dropped-rooms'
import { ScheduleWarnings } from './schedule-warnings'

type Props = { batch: Batch; onClose: () => void; onCopied: (id: string) => void }

/** What becomes of sessions at times when the instructor isn't free. */
type OnConflict = 'skip' | 'unassigned'

/** Copies a batch with its sessions to other days; what comes of them is shown before. */
export function CopyBatch({ batch, onClose, onCopied }: Props) {
  const [name, setName] = useState(batch.batch_name)
  const [start, setStart] = useState('')
  const [withMembers, setWithMembers] = useState(false)
  const [onConflict, setOnConflict] = useState<OnConflict>('skip')
  const [checkedStart] = useDebouncedValue(start, 300) // a date that is typed is valid before it is complete
  const check = useQuery(
    copyCheckQuery(batch.id, { start_date: checkedStart, ...(withMembers && { copy_students: true }) }),
  )
  const copy = useCopyBatch(batch.id)
  const hasConflicts = (check.data?.conflicts.length ?? 0) > 0
  const isTaken = check.data?.dropped_rooms.some(({ reason }) => reason === 'taken') ?? false
  const otherwise = isTaken ? 'skip' : 'fail' // what has come in the way since the check fails, unless classrooms are left out anyway
  const save = () =>
    copy.mutate(
      {
        batch_name: name,
        start_date: start,
        copy_students: withMembers,
        on_conflict: hasConflicts ? onConflict : otherwise,
      },
      {
        onSuccess: ({ id, batch_name: made }) => {
          toast(t`“${made}” created.`)
          onCopied(id)
        },
      },
    )
  const errors = { ...fieldErrors(check.error), ...fieldErrors(copy.error) }
  return (
    <FormDialog
      title={t`Copy “${batch.batch_name}”`}
      onClose={onClose}
      onSubmit={save}
      mutation={copy}
      fields={['batch_name', 'start_date']}
      submit={t`Copy batch`}
      disabled={!start || start !== checkedStart || check.isError || check.isPending}
    >
      <TextInput
        label={t`Name`}
        maxLength={200}
        value={name}
        error={errors.batch_name}
        onChange={({ currentTarget: { value } }) => setName(value)}
      />
      <TextInput
        type="date"
        label={t`First day`}
        description={t`The copy begins on the same weekday as this batch, on this day or after it.`}
        data-autofocus
        value={start}
        error={errors.start_date}
        onChange={({ currentTarget: { value } }) => setStart(value)}
      />
      {batch.batch_type === 'group' && (
        <Checkbox
          label={t`Copy the members too`}
          description={t`Active members and those on hold. Attendance and the waiting list are not copied.`}
          checked={withMembers}
          onChange={({ currentTarget: { checked } }) => setWithMembers(checked)}
        />
      )}
      <div role="status">
        {checkedStart && check.isPending && <Skeleton height={48} radius="md" />}
        {check.error && !errors.start_date && <Alert color="red">{check.error.message}</Alert>}
        {check.data && <Preview copy={check.data} />}
      </div>
      {hasConflicts && (
        <Radio.Group
          label={t`The instructor isn't free at some of these times`}
          value={onConflict}
          onChange={(value) => setOnConflict(value === 'skip' ? 'skip' : 'unassigned')}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="skip" label={t`Leave these sessions out`} />
            <Radio value="unassigned" label={t`Copy without an instructor`} />
          </Stack>
        </Radio.Group>
      )}
    </FormDialog>
  )
}

/** When the copy takes place, and what is in its way. */
function Preview({
  copy: { start_date, end_date, schedule = [], conflicts, warnings = [], left_out, dropped_rooms, timezone },
}: {
  copy: CopiedBatch
}) {
  const [first, last] = [dated(start_date), dated(end_date)]
  const count = plural(schedule.length, { one: '# session', other: '# sessions' })
  const busy = new Set(conflicts.map(({ date }) => date)).size
  const days = list(left_out.map(({ date }) => dated(date)))
  return (
    <Stack gap="xs">
      <Text fw={600}>
        <Trans>
          {first} to {last}, {count}
        </Trans>
      </Text>
      {left_out.length > 0 && (
        <Text size="sm" c="dimmed">
          <Trans>No session on holidays: {days}.</Trans>
        </Text>
      )}
      <DroppedRooms rooms={dropped_rooms} />
      {conflicts.length > 0 && (
        <Alert color="apricot" title={plural(busy, { one: '# session conflicts', other: '# sessions conflict' })}>
          <ConflictItems conflicts={conflicts} timezone={timezone} />
        </Alert>
      )}
      <ScheduleWarnings warnings={warnings} />
    </Stack>
  )
}
