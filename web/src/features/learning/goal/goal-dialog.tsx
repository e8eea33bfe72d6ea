import { t } from '@lingui/core/macro'
import { NativeSelect, NumberInput, SegmentedControl, Select, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'

import { fieldErrors } from '@/api/client'
import { FormDialog } from '@/shared/form-dialog'
import { here } from '@/shared/time-zones'
import { toast } from '@/shared/toasts'

import { type Goal, type NewGoal, ownCoursesQuery, useSetGoal } from './api'
import { aim } from './words'

type Kind = Goal['kind']

const kinds = (): { value: Kind; label: string }[] => [
  { value: 'course', label: t`Complete a course` },
  { value: 'lessons', label: t`Complete lessons` },
  { value: 'minutes', label: t`Spend time learning` },
  { value: 'streak', label: t`Learn on many days` },
  { value: 'custom', label: t`Something else, in my own steps` },
]

const targets: Record<Kind, number> = { course: 100, lessons: 3, minutes: 90, streak: 3, custom: 0 }

type Values = Required<Pick<NewGoal, 'title' | 'why' | 'kind' | 'courseId' | 'target' | 'dueOn'>> & {
  period: 'once' | 'week'
  steps: string
}

const first: Values = {
  title: '',
  why: '',
  kind: 'lessons',
  courseId: '',
  target: 3,
  dueOn: '',
  period: 'week',
  steps: '',
}

/** Sets a goal. */
export function GoalDialog({ onClose }: { onClose: () => void }) {
  const set = useSetGoal()
  const courses = useQuery(ownCoursesQuery())
  const form = useForm<Values>({
    initialValues: first,
    validate: {
      courseId: (id, { kind: of }) => (of === 'course' && !id ? t`Choose a course in which you are enrolled` : null),
      target: (count, { kind: of }) => (of !== 'custom' && count < 1 ? t`Please enter a target` : null),
      title: (title, { kind: of }) => (of === 'custom' && !title.trim() ? t`Please enter a title` : null),
    },
  })
  const { kind, period, target, courseId } = form.values
  const repeats = kind === 'lessons' || kind === 'minutes' || kind === 'streak'
  const weekly = repeats && period === 'week'
  const proposed = aim(
    { kind, target, period: weekly ? 'week' : 'once' },
    courses.data?.find(({ value }) => value === courseId)?.label,
  )
  const submit = form.onSubmit(({ steps, ...values }) =>
    set.mutate(
      {
        ...values,
        title: values.title.trim() || (kind === 'custom' ? '' : proposed.slice(0, 120)),
        period: weekly ? 'week' : 'once',
        dueOn: weekly ? '' : values.dueOn,
        timezone: here(),
        milestones: steps
          .split('\n')
          .map((line) => line.trim())
          .filter(Boolean)
          .map((title) => ({ title, kind: 'manual' as const })),
      },
      {
        onSuccess: () => {
          toast(t`Goal set.`)
          onClose()
        },
        onError: (error) => form.setErrors(fieldErrors(error)),
      },
    ),
  )
  return (
    <FormDialog
      title={t`Set a goal`}
      submit={t`Set goal`}
      onClose={onClose}
      onSubmit={submit}
      mutation={set}
      fields={Object.keys(form.values)}
    >
      <NativeSelect
        label={t`What do you want to do?`}
        data={kinds()}
        {...form.getInputProps('kind')}
        onChange={(event) => {
          const next = event.currentTarget.value as Kind
          form.setValues({ kind: next, target: targets[next] })
        }}
      />
      {repeats && (
        <SegmentedControl
          aria-label={t`How often`}
          data={[
            { value: 'week', label: t`Every week` },
            { value: 'once', label: t`Once` },
          ]}
          {...form.getInputProps('period')}
        />
      )}
      {kind !== 'custom' && (
        <Select
          label={kind === 'course' ? t`Course` : t`Course (optional)`}
          description={kind === 'course' ? undefined : t`Otherwise all your courses count.`}
          searchable
          clearable={kind !== 'course'}
          nothingFoundMessage={t`Nothing found`}
          data={courses.data ?? []}
          value={courseId || null}
          onChange={(id) => form.setFieldValue('courseId', id ?? '')}
          error={form.errors.courseId ?? courses.error?.message}
        />
      )}
      {repeats && <TargetField kind={kind} value={target} {...form.getInputProps('target')} />}
      {!weekly && <TextInput type="date" label={t`Date (optional)`} {...form.getInputProps('dueOn')} />}
      <TextInput
        label={kind === 'custom' ? t`Title` : t`Title (optional)`}
        placeholder={kind === 'custom' ? undefined : proposed}
        maxLength={120}
        {...form.getInputProps('title')}
      />
      {kind === 'custom' && (
        <Textarea
          label={t`Milestones (optional)`}
          description={t`One on each line. You tick them yourself.`}
          autosize
          minRows={3}
          {...form.getInputProps('steps')}
        />
      )}
      <Textarea
        label={t`Why (optional)`}
        description={t`Only you see this.`}
        rows={2}
        maxLength={500}
        {...form.getInputProps('why')}
      />
    </FormDialog>
  )
}

type TargetProps = { kind: Kind; value?: number; onChange?: (value: number) => void; error?: React.ReactNode }

/** A field for the target of a goal. */
export function TargetField({ kind, value = 0, onChange, error }: TargetProps) {
  const labels: Record<Kind, string> = {
    course: t`Part of the course`,
    lessons: t`Lessons`,
    minutes: t`Minutes`,
    streak: t`Days`,
    custom: t`Milestones`,
  }
  return (
    <NumberInput
      label={labels[kind]}
      {...(kind === 'course' && { suffix: '%' })}
      min={1}
      max={100000}
      allowDecimal={false}
      value={value || ''}
      onChange={(next) => onChange?.(Number(next) || 0)}
      error={error}
    />
  )
}
