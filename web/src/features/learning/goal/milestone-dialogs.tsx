import { t } from '@lingui/core/macro'
import { NativeSelect, NumberInput, Select, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'

import { fieldErrors } from '@/api/client'
import { Dialog, DialogActions } from '@/shared/dialog'
import { FormDialog } from '@/shared/form-dialog'
import { OrderedList } from '@/shared/ordered-list'
import { Failure } from '@/shared/query-view'

import { type Goal, type NewMilestone, outlineQuery, useAddMilestone, useArrange } from './api'

type Kind = NonNullable<NewMilestone['kind']>

/** What can tick a milestone. All but the first and the last refer to the course of the goal. */
const kinds = (ofCourse: boolean): { value: Kind; label: string }[] => [
  { value: 'manual', label: t`I tick it myself` },
  ...(ofCourse
    ? [
        { value: 'section' as const, label: t`A section is completed` },
        { value: 'lesson' as const, label: t`A lesson is completed` },
        { value: 'quiz_score' as const, label: t`A score in a quiz` },
        { value: 'percent' as const, label: t`A part of the course is completed` },
      ]
    : []),
  { value: 'minutes', label: t`Time spent learning` },
]

/** Adds a milestone to a goal. */
export function MilestoneDialog({ goal, onClose }: { goal: Goal; onClose: () => void }) {
  const add = useAddMilestone(goal.id)
  const form = useForm({
    initialValues: { title: '', kind: 'manual' as Kind, ref: '', target: 0, dueOn: '' },
    validate: { title: (title) => (title.trim() ? null : t`Please enter a title`) },
  })
  const { kind } = form.values
  const submit = form.onSubmit((values) =>
    add.mutate(values, { onSuccess: onClose, onError: (error) => form.setErrors(fieldErrors(error)) }),
  )
  return (
    <FormDialog
      title={t`Add milestone`}
      submit={t`Add milestone`}
      onClose={onClose}
      onSubmit={submit}
      mutation={add}
      fields={Object.keys(form.values)}
    >
      <TextInput label={t`Title`} maxLength={120} data-autofocus {...form.getInputProps('title')} />
      <NativeSelect
        label={t`What ticks it`}
        data={kinds(goal.courseTitle !== '')}
        {...form.getInputProps('kind')}
        onChange={(event) => form.setValues({ kind: event.currentTarget.value as Kind, ref: '', target: 0 })}
      />
      {(kind === 'section' || kind === 'lesson' || kind === 'quiz_score') && (
        <PartField
          courseId={goal.courseId}
          kind={kind}
          value={form.values.ref}
          onChange={(ref, title) => form.setValues({ ref, title: form.values.title || title })}
          error={form.errors.ref}
        />
      )}
      {(kind === 'percent' || kind === 'quiz_score') && (
        <NumberInput
          label={t`At least`}
          suffix="%"
          min={1}
          max={100}
          allowDecimal={false}
          {...form.getInputProps('target')}
          value={form.values.target || ''}
          onChange={(value) => form.setFieldValue('target', Number(value) || 0)}
        />
      )}
      {kind === 'minutes' && (
        <NumberInput
          label={t`Minutes`}
          description={t`Since you set the goal.`}
          min={1}
          max={100000}
          allowDecimal={false}
          {...form.getInputProps('target')}
          value={form.values.target || ''}
          onChange={(value) => form.setFieldValue('target', Number(value) || 0)}
        />
      )}
      <TextInput type="date" label={t`Date (optional)`} {...form.getInputProps('dueOn')} />
    </FormDialog>
  )
}

type PartProps = {
  courseId: string
  kind: 'section' | 'lesson' | 'quiz_score'
  value: string
  onChange: (id: string, title: string) => void
  error: React.ReactNode
}

/** A choice of a section, a lesson or a quiz of a course. */
function PartField({ courseId, kind, value, onChange, error }: PartProps) {
  const outline = useQuery(outlineQuery(courseId))
  const parts =
    kind === 'section'
      ? outline.data?.sections
      : outline.data?.lessons.filter(({ type }) => kind === 'lesson' || type === 'quiz' || type === 'assignment')
  const data = parts?.map(({ id, title }) => ({ value: id, label: title })) ?? []
  return (
    <Select
      label={kind === 'section' ? t`Section` : kind === 'lesson' ? t`Lesson` : t`Quiz or assignment`}
      searchable
      allowDeselect={false}
      nothingFoundMessage={t`Nothing found`}
      data={data}
      value={value || null}
      onChange={(id, option) => onChange(id ?? '', option?.label ?? '')}
      error={error ?? outline.error?.message}
    />
  )
}

/** Puts the milestones of a goal into another order, or deletes some. */
export function ArrangeDialog({ goal: { id, milestones }, onClose }: { goal: Goal; onClose: () => void }) {
  const arrange = useArrange(id)
  const before = milestones.map((milestone) => milestone.id)
  return (
    <Dialog title={t`Arrange milestones`} onClose={onClose}>
      {arrange.error && <Failure error={arrange.error} />}
      <OrderedList
        label={t`Milestones`}
        items={milestones.map((milestone) => ({ id: milestone.id, label: milestone.title }))}
        onChange={(ids) => arrange.mutate({ before, ids })}
      />
      <DialogActions onCancel={onClose} cancel={t`Close`} />
    </Dialog>
  )
}
