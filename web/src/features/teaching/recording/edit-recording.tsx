import { t } from '@lingui/core/macro'
import { Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'

import { fieldErrors } from '@/api/client'
import { FormDialog } from '@/shared/form-dialog'
import { toast } from '@/shared/toasts'

import { type RecordedLesson, useChangeRecording } from './api'

/** The title of a recording, and whether its people see it. */
export function EditRecording({ lesson, onClose }: { lesson: RecordedLesson; onClose: () => void }) {
  const change = useChangeRecording()
  const form = useForm({
    initialValues: { title: lesson.title, is_published: lesson.is_published },
  })
  const save = form.onSubmit((values) =>
    change.mutate(
      { ...values, id: lesson.id, etag: lesson.etag },
      {
        onSuccess: () => {
          toast(t`Recording saved.`)
          onClose()
        },
        onError: (error) => form.setErrors(fieldErrors(error)),
      },
    ),
  )
  return (
    <FormDialog
      title={t`Edit recording`}
      onClose={onClose}
      onSubmit={save}
      mutation={change}
      fields={['title']}
      submit={t`Save recording`}
    >
      <TextInput label={t`Title`} maxLength={200} data-autofocus {...form.getInputProps('title')} />
      <Switch
        label={t`Published`}
        description={
          lesson.meeting_id
            ? t`Everyone who is invited to the meeting can watch it.`
            : t`Members of the batch can watch it, also those who join later.`
        }
        {...form.getInputProps('is_published', { type: 'checkbox' })}
      />
    </FormDialog>
  )
}
