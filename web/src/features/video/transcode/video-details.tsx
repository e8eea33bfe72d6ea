import { Button, Checkbox, Radio, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'

import { fieldErrors } from '@/api/client'
import { FormSummary } from '@/shared/form-summary'
import { clock } from '@/shared/format'
import { toast } from '@/shared/toasts'

import { picturesQuery, useChange, type Video } from './api'
import classes from './video-details.module.css'

/** The details of a video: title, description, who may watch, and its poster. */
export function VideoDetails({ video }: { video: Video }) {
  const { title, description, isPreview, poster } = video
  const form = useForm({ initialValues: { title, description, isPreview, poster } })
  const change = useChange(video.videoId)
  const submit = form.onSubmit((values) =>
    change.mutate(values, {
      onSuccess: () => toast('Saved.'),
      onError: (error) => form.setErrors(fieldErrors(error)),
    }),
  )

  return (
    <form onSubmit={submit} noValidate aria-label="Details">
      <Stack>
        <FormSummary error={change.error} fields={['title', 'description', 'isPreview', 'poster']} />
        <TextInput label="Title" {...form.getInputProps('title')} />
        <Textarea label="Description" size="md" rows={3} resize="vertical" {...form.getInputProps('description')} />
        <Checkbox
          label="Free preview"
          description="Anybody may watch it, enrolled or not."
          {...form.getInputProps('isPreview', { type: 'checkbox' })}
        />
        {video.playable && (
          <PosterChoice video={video} value={form.values.poster} onChange={(n) => form.setFieldValue('poster', n)} />
        )}
        <Button type="submit" loading={change.isPending} disabled={!form.isDirty()} style={{ alignSelf: 'start' }}>
          Save
        </Button>
        <Text size="sm" c="dimmed">
          {video.originalFileName}
          {video.width > 0 && ` · ${video.width}×${video.height}`}
          {video.durationMs > 0 && ` · ${clock(video.durationMs / 1000)}`}
        </Text>
      </Stack>
    </form>
  )
}

type ChoiceProps = { video: Video; value: number; onChange: (poster: number) => void }

function PosterChoice({ video, value, onChange }: ChoiceProps) {
  const pictures = useQuery(picturesQuery(video.videoId, video.generation))
  const thumbnails = pictures.data?.thumbnails ?? []
  if (thumbnails.length === 0) return null
  return (
    <Radio.Group label="Poster" value={String(value)} onChange={(n) => onChange(Number(n))}>
      <SimpleGrid cols={{ base: 3, xs: 5 }} spacing="xs" mt={6}>
        {thumbnails.map((address, i) => (
          <Radio.Card key={address} value={String(i)} className={classes.still} aria-label={`Picture ${i + 1}`}>
            <img src={address} alt="" width={320} height={180} />
          </Radio.Card>
        ))}
      </SimpleGrid>
    </Radio.Group>
  )
}
