import '@mantine/core/styles/Radio.layer.css'

import { t } from '@lingui/core/macro'
import { Group, Radio, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'

import { fieldErrors } from '@/api/client'
import { FormDialog } from '@/shared/form-dialog'
import { toast } from '@/shared/toasts'

import { type Owner, useAddRecording } from './api'
import type { VideoField } from './video-field'

type Props = {
  of: Owner
  /** The field for choosing a video of the course; undefined without a course. */
  videoField: VideoField | undefined
  onClose: () => void
}

/** Adds a video of the course, or an address elsewhere. */
export function AddRecording({ of, videoField, onClose }: Props) {
  const add = useAddRecording(of)
  const form = useForm({
    initialValues: { from: videoField ? 'video' : 'url', title: '', url: '', video_id: '' },
  })
  const { from, video_id } = form.values
  const save = form.onSubmit(({ title, url }) =>
    add.mutate(from === 'video' ? { title, video_id } : { title, url }, {
      onSuccess: () => {
        toast(t`Recording added.`)
        onClose()
      },
      onError: (error) => form.setErrors(fieldErrors(error)),
    }),
  )
  return (
    <FormDialog
      title={t`Add recording`}
      onClose={onClose}
      onSubmit={save}
      mutation={add}
      fields={['title', from === 'video' ? 'video_id' : 'url']}
      submit={t`Add recording`}
      disabled={from === 'video' && !video_id}
    >
      {videoField && (
        <Radio.Group label={t`Where is the recording?`} {...form.getInputProps('from')}>
          <Group mt="xs">
            <Radio value="video" label={t`In the video library`} />
            <Radio value="url" label={t`Elsewhere`} />
          </Group>
        </Radio.Group>
      )}
      {videoField && from === 'video' ? (
        videoField(
          video_id,
          (id) => form.setFieldValue('video_id', id),
          form.errors.video_id ? String(form.errors.video_id) : undefined,
        )
      ) : (
        <TextInput
          label={t`Address of the recording`}
          placeholder="https://"
          inputMode="url"
          maxLength={2000}
          {...form.getInputProps('url')}
        />
      )}
      <TextInput
        label={t`Title`}
        description={from === 'video' ? t`Leave empty to use the title of the video.` : undefined}
        maxLength={200}
        {...form.getInputProps('title')}
      />
    </FormDialog>
  )
}
