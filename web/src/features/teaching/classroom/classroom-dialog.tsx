import { t } from '@lingui/core/macro'
import { NumberInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'

import { fieldErrors } from '@/api/client'
import type { Classroom } from '@/shared/classrooms'
import { FormDialog } from '@/shared/form-dialog'
import { toast } from '@/shared/toasts'

import { useAddClassroom, useChangeClassroom } from './api'

type Values = { name: string; capacity: number; place: string }

/** Adds a classroom. */
export function AddClassroom({ onClose }: { onClose: () => void }) {
  return (
    <ClassroomForm
      title={t`Add classroom`}
      initial={{ name: '', capacity: 20, place: '' }}
      save={useAddClassroom()}
      done={t`Classroom added.`}
      onClose={onClose}
    />
  )
}

/** Changes a classroom. */
export function EditClassroom({ room, onClose }: { room: Classroom; onClose: () => void }) {
  const { name, capacity, place } = room
  return (
    <ClassroomForm
      title={t`Edit classroom`}
      initial={{ name, capacity, place }}
      save={useChangeClassroom(room)}
      done={t`Classroom saved.`}
      onClose={onClose}
    />
  )
}

type Props = {
  title: string
  initial: Values
  save: ReturnType<typeof useAddClassroom> | ReturnType<typeof useChangeClassroom>
  /** What is said once it is saved. */
  done: string
  onClose: () => void
}

function ClassroomForm({ title, initial, save, done, onClose }: Props) {
  const form = useForm<Values>({ initialValues: initial })
  const submit = form.onSubmit((values) =>
    save.mutate(values, {
      onSuccess: () => {
        toast(done)
        onClose()
      },
      onError: (error) => form.setErrors(fieldErrors(error)),
    }),
  )
  return (
    <FormDialog
      title={title}
      onClose={onClose}
      onSubmit={submit}
      mutation={save}
      fields={Object.keys(form.values)}
      submit={title}
    >
      <TextInput label={t`Name`} maxLength={80} data-autofocus {...form.getInputProps('name')} />
      <NumberInput
        label={t`Seats for learners`}
        min={1}
        max={10_000}
        allowDecimal={false}
        maw={160}
        {...form.getInputProps('capacity')}
      />
      <TextInput
        label={t`How to find it (optional)`}
        description={t`Learners see it on the page of their session and in their calendar.`}
        maxLength={200}
        {...form.getInputProps('place')}
      />
    </FormDialog>
  )
}
