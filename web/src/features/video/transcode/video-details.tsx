import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Checkbox, Radio, SimpleGrid, Skeleton, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { clock } from '@/shared/format'
import { toast } from '@/shared/toasts'
import { type VersionedField, VersionedForm } from '@/shared/versioned-form'

import { isUnderWay, picturesQuery, useChange, type Video } from './api'
import classes from './video-details.module.css'

type Values = Pick<Video, 'title' | 'description' | 'isPreview' | 'isShared' | 'isDownloadable' | 'poster'>

const fieldsOf = (): VersionedField<Values>[] => [
  { name: 'title', label: t`Title`, text: ({ title }) => title },
  { name: 'description', label: t`Description`, text: ({ description }) => description },
  { name: 'isPreview', label: t`Free preview`, text: ({ isPreview }) => (isPreview ? t`yes` : t`no`) },
  { name: 'isShared', label: t`Shared with learners`, text: ({ isShared }) => (isShared ? t`yes` : t`no`) },
  { name: 'isDownloadable', label: t`Downloads`, text: ({ isDownloadable }) => (isDownloadable ? t`yes` : t`no`) },
  { name: 'poster', label: t`Poster`, text: ({ poster }) => pictureName(poster) },
]

function pictureName(index: number) {
  const number = index + 1
  return t`Picture ${number}`
}

/** The details of a video: title, description, who may watch, and its poster. */
export function VideoDetails({ video, tag, file }: { video: Video; tag: string; file: ReactNode }) {
  const { title, description, isPreview, isShared, isDownloadable, poster } = video
  return (
    <Stack>
      <VersionedForm
        label={t`Details`}
        action={t`Save changes`}
        conflict={t`Another user changed these details`}
        fields={fieldsOf()}
        current={{ title, description, isPreview, isShared, isDownloadable, poster }}
        tag={tag}
        save={useChange(video.videoId)}
        onSaved={() => toast(t`Details saved.`)}
      >
        {(form) => (
          <>
            <TextInput label={t`Title`} {...form.getInputProps('title')} />
            <Textarea label={t`Description`} rows={3} resize="vertical" {...form.getInputProps('description')} />
            <Checkbox
              label={t`Free preview`}
              description={t`Everyone can watch this video without enrolling.`}
              {...form.getInputProps('isPreview', { type: 'checkbox' })}
            />
            <Checkbox
              label={t`Shared with learners`}
              description={t`Learners of the course can watch this video even if no lesson shows it.`}
              {...form.getInputProps('isShared', { type: 'checkbox' })}
            />
            <Checkbox
              label={t`Downloads`}
              description={t`Learners who can watch this video can save it as a file. Files they have saved stay with them.`}
              {...form.getInputProps('isDownloadable', { type: 'checkbox' })}
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
      {video.uploadedAt && !isUnderWay(video.status) && (
        <section aria-label={t`File`}>
          <Text size="sm" mb="xs">
            <Trans>
              A new file takes the place of this one in all lessons. Captions, chapters, comments and progress stay. The
              old file plays until the new one is ready.
            </Trans>
          </Text>
          {file}
        </section>
      )}
    </Stack>
  )
}

type ChoiceProps = { video: Video; value: number; onChange: (poster: number) => void }

function PosterChoice({ video, value, onChange }: ChoiceProps) {
  const pictures = useQuery(picturesQuery(video.videoId, video.generation))
  const thumbnails = pictures.data?.thumbnails ?? []
  if (thumbnails.length === 0 && !pictures.isPending) return null
  return (
    <Radio.Group label={t`Poster`} value={String(value)} onChange={(n) => onChange(Number(n))}>
      <SimpleGrid cols={{ base: 3, xs: 5 }} spacing="xs" mt={6}>
        {pictures.isPending &&
          [...'0123456789'].map((key) => (
            <Skeleton key={key} height="auto" radius={10} style={{ aspectRatio: '16 / 9' }} />
          ))}
        {thumbnails.map((address, i) => (
          <Radio.Card key={address} value={String(i)} className={classes.still} aria-label={pictureName(i)}>
            <img src={address} alt="" width={320} height={180} />
          </Radio.Card>
        ))}
      </SimpleGrid>
    </Radio.Group>
  )
}
