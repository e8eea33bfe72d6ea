import { t } from '@lingui/core/macro'
import { Checkbox, Radio, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { clock } from '@/shared/format'
import { toast } from '@/shared/toasts'
import { type VersionedField, VersionedForm } from '@/shared/versioned-form'

import { picturesQuery, useChange, type Video } from './api'
import classes from './video-details.module.css'

type Values = Pick<Video, 'title' | 'description' | 'isPreview' | 'poster'>

const fields: VersionedField<Values>[] = [
  { name: 'title', label: 'Title', text: ({ title }) => title },
  { name: 'description', label: 'Description', text: ({ description }) => description },
  { name: 'isPreview', label: 'Free preview', text: ({ isPreview }) => (isPreview ? 'yes' : 'no') },
  { name: 'poster', label: 'Poster', text: ({ poster }) => t`picture ${poster + 1}` },
]

/** The details of a video: title, description, who may watch, and its poster. */
export function VideoDetails({ video, tag }: { video: Video; tag: string }) {
  const { title, description, isPreview, poster } = video
  return (
    <Stack>
      <VersionedForm
        label={t`Details`}
        action={t`Save`}
        conflict={t`These details were changed elsewhere`}
        fields={fields}
        current={{ title, description, isPreview, poster }}
        tag={tag}
        save={useChange(video.videoId)}
        onSaved={() => toast(t`Saved.`)}
      >
        {(form) => (
          <>
            <TextInput label={t`Title`} {...form.getInputProps('title')} />
            <Textarea
              label={t`Description`}
              size="md"
              rows={3}
              resize="vertical"
              {...form.getInputProps('description')}
            />
            <Checkbox
              label={t`Free preview`}
              description={t`Anybody may watch it, enrolled or not.`}
              {...form.getInputProps('isPreview', { type: 'checkbox' })}
            />
            {video.playable && (
              <PosterChoice
                video={video}
                value={form.values.poster}
                onChange={(n) => form.setFieldValue('poster', n)}
              />
            )}
          </>
        )}
      </VersionedForm>
      <Text size="sm" c="dimmed">
        {video.originalFileName}
        {video.width > 0 && ` · ${video.width}×${video.height}`}
        {video.durationMs > 0 && ` · ${clock(video.durationMs / 1000)}`}
      </Text>
    </Stack>
  )
}

type ChoiceProps = { video: Video; value: number; onChange: (poster: number) => void }

function PosterChoice({ video, value, onChange }: ChoiceProps) {
  const pictures = useQuery(picturesQuery(video.videoId, video.generation))
  const thumbnails = pictures.data?.thumbnails ?? []
  if (thumbnails.length === 0) return null
  return (
    <Radio.Group label={t`Poster`} value={String(value)} onChange={(n) => onChange(Number(n))}>
      <SimpleGrid cols={{ base: 3, xs: 5 }} spacing="xs" mt={6}>
        {thumbnails.map((address, i) => (
          <Radio.Card key={address} value={String(i)} className={classes.still} aria-label={t`Picture ${i + 1}`}>
            <img src={address} alt="" width={320} height={180} />
          </Radio.Card>
        ))}
      </SimpleGrid>
    </Radio.Group>
  )
}
