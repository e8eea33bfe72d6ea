import { t } from '@lingui/core/macro'
import { Checkbox, NumberInput, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'

import { Dialog } from '@/shared/dialog'
import { dated } from '@/shared/format'
import { amountField, minorDigits, money } from '@/shared/money'
import { toast } from '@/shared/toasts'
import { type VersionedField, VersionedForm } from '@/shared/versioned-form'

import { type Batch, useSaveBatch } from './api'
import { ClassroomField } from './classroom-field'
import { EmailsField } from './emails-field'
import { InstructorField } from './instructor-field'

const valuesOf = (b: Batch) => ({
  batch_name: b.batch_name,
  batch_code: b.batch_code,
  capacity: b.capacity,
  assigned_instructor: b.assigned_instructor,
  room_id: b.room?.id ?? '',
  start_date: b.start_date,
  end_date: b.end_date,
  late_join_until: b.late_join_until,
  roster_visible: b.roster_visible,
  batch_notes: b.batch_notes ?? '',
  hourly_rate: b.hourly_rate ?? 0,
})

type Values = ReturnType<typeof valuesOf>

const fieldsOf = (b: Batch): VersionedField<Values>[] => [
  { name: 'batch_name', label: t`Name`, text: (v) => v.batch_name },
  { name: 'batch_code', label: t`Batch code`, text: (v) => v.batch_code },
  { name: 'capacity', label: t`Seats`, text: (v) => String(v.capacity) },
  {
    name: 'assigned_instructor',
    label: t`Instructor`,
    text: (v) =>
      v.assigned_instructor === b.assigned_instructor ? (b.instructor_details?.full_name ?? '') : t`another instructor`,
  },
  {
    name: 'room_id',
    label: t`Classroom`,
    text: (v) => (v.room_id === (b.room?.id ?? '') ? (b.room?.name ?? '') : t`another classroom`),
  },
  { name: 'start_date', label: t`First day`, text: (v) => v.start_date && dated(v.start_date) },
  { name: 'end_date', label: t`Last day`, text: (v) => v.end_date && dated(v.end_date) },
  {
    name: 'late_join_until',
    label: t`Learners can join until`,
    text: (v) => v.late_join_until && dated(v.late_join_until),
  },
  {
    name: 'roster_visible',
    label: t`Members see each other's names`,
    text: (v) => (v.roster_visible ? t`Yes` : t`No`),
  },
  { name: 'batch_notes', label: t`Notes`, text: (v) => v.batch_notes },
  { name: 'hourly_rate', label: t`Hourly rate`, text: (v) => (b.currency ? money(v.hourly_rate, b.currency) : '') },
]

const inMinor = (amount: number | string, currency: string) => Math.round(Number(amount) * 10 ** minorDigits(currency))

type Props = { batch: Batch; tag: string; onClose: () => void }

/** Changes the details of a batch. */
export function EditBatch({ batch, tag, onClose }: Props) {
  const [emails, setEmails] = useState(true)
  const individual = batch.batch_type === 'individual'
  return (
    <Dialog title={t`Edit batch`} onClose={onClose}>
      <VersionedForm
        label={t`Edit batch`}
        action={t`Save changes`}
        conflict={t`Another user changed this batch`}
        fields={fieldsOf(batch)}
        current={valuesOf(batch)}
        tag={tag}
        save={useSaveBatch(batch.id, emails)}
        onSaved={() => {
          toast(t`Batch saved.`)
          onClose()
        }}
      >
        {(form) => (
          <>
            <TextInput label={t`Name`} maxLength={200} data-autofocus {...form.getInputProps('batch_name')} />
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              <TextInput label={t`Batch code`} maxLength={40} {...form.getInputProps('batch_code')} />
              {!individual && (
                <NumberInput
                  label={t`Seats`}
                  min={1}
                  max={10_000}
                  allowDecimal={false}
                  {...form.getInputProps('capacity')}
                />
              )}
              <TextInput type="date" label={t`First day`} {...form.getInputProps('start_date')} />
              <TextInput type="date" label={t`Last day`} {...form.getInputProps('end_date')} />
            </SimpleGrid>
            {!individual && (
              <Checkbox
                label={t`Members see each other's names`}
                description={t`Names only: no email addresses, progress or attendance.`}
                {...form.getInputProps('roster_visible', { type: 'checkbox' })}
              />
            )}
            {!individual && (
              <TextInput
                type="date"
                label={t`Learners can join until`}
                description={t`Leave it empty to let learners join until the batch ends.`}
                {...form.getInputProps('late_join_until')}
              />
            )}
            {individual && batch.currency && (
              <NumberInput
                label={t`Hourly rate in ${batch.currency}`}
                description={t`0 uses the price of the course.`}
                {...amountField(batch.currency)}
                value={form.values.hourly_rate / 10 ** minorDigits(batch.currency)}
                onChange={(amount) => form.setFieldValue('hourly_rate', inMinor(amount, batch.currency ?? ''))}
                error={form.errors.hourly_rate}
              />
            )}
            <InstructorField courseId={batch.course} {...form.getInputProps('assigned_instructor')} />
            <ClassroomField learners={form.values.capacity} {...form.getInputProps('room_id')} />
            {(form.values.assigned_instructor !== batch.assigned_instructor ||
              form.values.room_id !== (batch.room?.id ?? '')) && <EmailsField value={emails} onChange={setEmails} />}
            <Textarea
              label={t`Notes`}
              description={t`For members and instructors.`}
              rows={3}
              maxLength={2000}
              {...form.getInputProps('batch_notes')}
            />
          </>
        )}
      </VersionedForm>
    </Dialog>
  )
}
