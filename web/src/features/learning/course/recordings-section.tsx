import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, List, NativeSelect, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { fieldErrors } from '@/api/client'
import { FormSummary } from '@/shared/form-summary'
import { TextLink } from '@/shared/link'
import { Failure, QueryView } from '@/shared/query-view'
import { WallClock } from '@/shared/wall-clock'
import { sessionTime } from '@/shared/wall-time'

import { EditorSection, useUnsaved } from './editor-section'
import { type TypedCourse, typedQuery, useRemoveRecording, useSaveRecording } from './typed-api'

export type RecordingParts = {
  /** The weeks of the curriculum. */
  weeks: { id: string; title: string }[]
  /** The field for choosing a video of the course. */
  videoField: (chosen: string, onChoose: (videoId: string) => void, error: string | undefined) => ReactNode
}

type Props = RecordingParts & { courseId: string }

/** The recordings of a live course, by week. */
export function RecordingsSection({ courseId, ...parts }: Props) {
  const course = useQuery(typedQuery('live', courseId))
  return (
    <EditorSection
      title={t`Recordings`}
      lead={t`Recordings of each week, for enrolled learners. Recordings of batch sessions are added to their week automatically, for members of the batch.`}
    >
      <QueryView query={course} skeleton={<Skeleton mt="md" height={120} />}>
        {(c) => (
          <Stack mt="md">
            <Recordings course={c} weeks={parts.weeks} />
            <NewRecording courseId={courseId} {...parts} />
          </Stack>
        )}
      </QueryView>
    </EditorSection>
  )
}

function Recordings({ course: { id, recordings }, weeks }: { course: TypedCourse; weeks: RecordingParts['weeks'] }) {
  const remove = useRemoveRecording(id)
  if (recordings.length === 0)
    return (
      <Text c="dimmed">
        <Trans>No recordings yet.</Trans>
      </Text>
    )
  return (
    <>
      {remove.error && <Failure error={remove.error} />}
      <List spacing="xs" listStyleType="none" aria-label={t`Recordings`}>
        {recordings.map((recording) => (
          <List.Item key={recording.id}>
            {weeks.find(({ id: week }) => week === recording.week_id)?.title ?? t`Deleted week`}: {recording.title}{' '}
            {recording.session && (
              <TextLink to="/sessions/$sessionId" params={{ sessionId: recording.session.id }} size="sm">
                {recording.session.batch_name},{' '}
                <WallClock {...sessionTime(recording.session, recording.session.timezone)} />
              </TextLink>
            )}
            {!recording.session?.only_there && (
              <RemoveButton
                title={recording.title}
                pending={remove.isPending}
                onRemove={() => remove.mutate(recording)}
              />
            )}
          </List.Item>
        ))}
      </List>
    </>
  )
}

function RemoveButton({ title, pending, onRemove }: { title: string; pending: boolean; onRemove: () => void }) {
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      color="red"
      disabled={pending}
      aria-label={t`Remove recording ${title}`}
      onClick={onRemove}
    >
      <Trans>Remove</Trans>
    </Button>
  )
}

const empty = { week_id: '', video_id: '', title: '' }

function NewRecording({ courseId, weeks, videoField }: Props) {
  const form = useForm({ mode: 'controlled', initialValues: empty })
  const save = useSaveRecording(courseId)
  useUnsaved(() => form.isDirty())
  if (weeks.length === 0) {
    return (
      <Text c="dimmed">
        <Trans>Add a week to the curriculum first. Recordings belong to weeks.</Trans>
      </Text>
    )
  }
  const submit = form.onSubmit(({ week_id, video_id, title }) =>
    save.mutate(
      { weekId: week_id || (weeks[0]?.id ?? ''), body: { video_id, title } },
      {
        onSuccess: () => {
          form.setValues(empty)
          form.resetDirty()
        },
        onError: (error) => form.setErrors(fieldErrors(error)),
      },
    ),
  )
  return (
    <form onSubmit={submit} noValidate aria-label={t`Recording`}>
      <Stack gap="sm">
        <FormSummary error={save.error} fields={Object.keys(empty)} />
        <NativeSelect
          label={t`Week`}
          data={weeks.map(({ id, title }) => ({ value: id, label: title }))}
          {...form.getInputProps('week_id')}
        />
        {videoField(
          form.values.video_id,
          (id) => form.setFieldValue('video_id', id),
          form.errors.video_id ? String(form.errors.video_id) : undefined,
        )}
        <TextInput
          label={t`Title`}
          description={t`Leave empty to use the title of the video.`}
          {...form.getInputProps('title')}
        />
        <Group>
          <Button type="submit" variant="default" loading={save.isPending}>
            <Trans>Add recording</Trans>
          </Button>
          <Text role="status" c="dimmed">
            {save.isSuccess && !form.isDirty() && t`Recording added.`}
          </Text>
        </Group>
      </Stack>
    </form>
  )
}
