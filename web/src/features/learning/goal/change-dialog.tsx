import { t } from '@lingui/core/macro'
import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'

import { fieldErrors } from '@/api/client'
import { FormDialog } from '@/shared/form-dialog'
import { toast } from '@/shared/toasts'

import { type Goal, useEditGoal } from './api'
import { TargetField } from './goal-dialog'

export type Change = 'date' | 'target' | 'text'

type Props = { goal: Goal; change: Change; onClose: () => void }

/** Moves the date of a goal, makes it smaller, or changes its text. */
export function ChangeDialog({ goal, change, onClose }: Props) {
  const edit = useEditGoal(goal.id)
  const { title, why, target, dueOn } = goal
  const form = useForm({
    initialValues: { title, why, target, dueOn },
    validate: {
      title: (words) => (change === 'text' && !words.trim() ? t`Please enter a title` : null),
      dueOn: (day) => (change === 'date' && !day ? t`Please choose a date` : null),
      target: (count) => (change === 'target' && count < 1 ? t`Please enter a target` : null),
    },
  })
  const titles = { date: t`Move date`, target: t`Change target`, text: t`Change goal` }
  const asked = {
    date: { dueOn: form.values.dueOn },
    target: { target: form.values.target, ...(form.values.dueOn !== dueOn && { dueOn: form.values.dueOn }) },
    text: { title: form.values.title, why: form.values.why },
  }
  const submit = form.onSubmit(() =>
    edit.mutate(asked[change], {
      onSuccess: () => {
        toast(t`Goal saved.`)
        onClose()
      },
      onError: (error) => form.setErrors(fieldErrors(error)),
    }),
  )
  return (
    <FormDialog
      title={titles[change]}
      submit={t`Save changes`}
      onClose={onClose}
      onSubmit={submit}
      mutation={edit}
      fields={Object.keys(form.values)}
    >
      {change === 'text' && (
        <>
          <TextInput label={t`Title`} maxLength={120} {...form.getInputProps('title')} />
          <TextInput label={t`Why (optional)`} maxLength={500} {...form.getInputProps('why')} />
        </>
      )}
      {change === 'target' && <TargetField kind={goal.kind} {...form.getInputProps('target')} />}
      {(change === 'date' || (change === 'target' && goal.period === 'once')) && (
        <TextInput type="date" label={t`Date`} {...form.getInputProps('dueOn')} />
      )}
    </FormDialog>
  )
}
