import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Radio, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { serverText } from '@/api/problem-text'
import { FormDialog } from '@/shared/form-dialog'
import { QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'
import { toast } from '@/shared/toasts'

import { type Batch, type BatchConversion, type ConvertedBatch, conversionCheckQuery, useConvertBatch } from './api'
import { ConflictItems } from './conflict-list'
import { DroppedRooms } from './dropped-rooms'
import { InstructorField } from './instructor-field'
import { type BatchLearner, membersQuery } from './members-api'

type Props = { batch: Batch; onClose: () => void }

/** Gives each active member of a group an individual batch; what becomes of each is shown before. */
export function ConvertBatch({ batch, onClose }: Props) {
  const [redistribute, setRedistribute] = useState(false)
  const [reason, setReason] = useState('')
  const [teachers, setTeachers] = useState<Record<string, string>>({})
  const members = useQuery(membersQuery(batch.id, '', 1))
  const wanted: BatchConversion = {
    maintain_schedule: !redistribute,
    redistribute_sessions: redistribute,
    new_instructor_assignments: Object.entries(teachers)
      .filter(([, instructor]) => instructor !== '')
      .map(([student_id, instructor_id]) => ({ student_id, instructor_id })),
  }
  const check = useQuery(conversionCheckQuery(batch.id, wanted))
  const convert = useConvertBatch(batch.id)
  const save = () =>
    convert.mutate(
      { ...wanted, conversion_reason: reason.trim() },
      {
        onSuccess: ({ individual_batches: { length } }) => {
          toast(plural(length, { one: '# individual batch created.', other: '# individual batches created.' }))
          onClose()
        },
      },
    )
  return (
    <FormDialog
      title={t`Convert “${batch.batch_name}” to individual batches`}
      onClose={onClose}
      onSubmit={save}
      mutation={convert}
      submit={t`Convert`}
      disabled={!check.data?.individual_batches.length}
    >
      <Radio.Group
        label={t`Sessions of each learner`}
        value={redistribute ? 'redistribute' : 'keep'}
        onChange={(value) => setRedistribute(value === 'redistribute')}
      >
        <Stack gap="xs" mt="xs">
          <Radio
            value="keep"
            label={t`Keep the times of this batch`}
            description={t`Each learner needs another instructor.`}
          />
          <Radio
            value="redistribute"
            label={t`Move them into the instructor's free hours`}
            description={t`On the same weekdays where there is room.`}
          />
        </Stack>
      </Radio.Group>
      <QueryView query={members} skeleton={<Rows />}>
        {({ items }) => (
          <Stack gap="sm">
            {items.filter(isActive).map((m) => (
              <InstructorField
                key={m.id}
                courseId={batch.course}
                label={m.full_name}
                error={failureOf(check.data, m)}
                value={teachers[m.id] ?? batch.assigned_instructor}
                onChange={({ currentTarget: { value } }) => setTeachers({ ...teachers, [m.id]: value })}
              />
            ))}
          </Stack>
        )}
      </QueryView>
      <TextInput
        label={t`Reason`}
        description={t`Members and instructors see it. Optional.`}
        maxLength={500}
        value={reason}
        onChange={({ currentTarget: { value } }) => setReason(value)}
      />
      <div role="status">
        {check.isPending && <Skeleton height={48} radius="md" />}
        {check.error && <Alert color="red">{check.error.message}</Alert>}
        {check.data && <Outcome converted={check.data} />}
      </div>
    </FormDialog>
  )
}

const isActive = ({ status }: BatchLearner) => status === 'active'

function failureOf(checked: ConvertedBatch | undefined, { id }: BatchLearner) {
  const failed = checked?.conversion_summary.failed_conversions.find(({ student_id }) => student_id === id)
  return failed && serverText(failed.code, failed.message)
}

/** How many learners get a batch, what becomes of the group, and what is in the way of the others. */
function Outcome({ converted: { original_batch: group, conversion_summary: summary } }: { converted: ConvertedBatch }) {
  const { successful_conversions: n, total_students: total, failed_conversions: failed } = summary
  const conflicts = [
    ...new Map(failed.flatMap((f) => f.conflicts).map((c) => [`${c.kind} ${c.starts_at}`, c])).values(),
  ]
  return (
    <Stack gap="xs">
      <Text fw={600}>
        <Trans>
          {n} of {total} learners get an individual batch.
        </Trans>
      </Text>
      <Text size="sm" c="dimmed">
        {failed.length > 0 ? t`The others stay in this batch, which goes on.` : t`This batch then ends.`}
      </Text>
      <DroppedRooms rooms={summary.dropped_rooms} />
      {conflicts.length > 0 && (
        <Alert color="apricot" title={t`The instructor isn't free at some of these times`}>
          <ConflictItems conflicts={conflicts} timezone={group.timezone} />
        </Alert>
      )}
    </Stack>
  )
}
