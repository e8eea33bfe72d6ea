import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Button, Group, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'

import { clock } from '@/shared/format'
import { Failure, QueryView } from '@/shared/query-view'
import { toast } from '@/shared/toasts'

import { chaptersQuery, streamingUrlsQuery, usePutChapters } from './api'
import { type Chapter, type ChapterProblem, chapterProblems, typedTime } from './chapters'

const problems: Record<ChapterProblem, MessageDescriptor> = {
  time: msg`Enter a time such as 1:30`,
  order: msg`Must be after the chapter above`,
  end: msg`Must be before the video ends`,
  title: msg`Enter a title`,
}

/** The chapters of the video in a lesson. */
export function LessonChapters({ videoId }: { videoId: string }) {
  const urls = useQuery(streamingUrlsQuery(videoId)).data
  if (!urls) return null // not playable yet: its length is not known
  return (
    <section aria-labelledby="chapters">
      <Title order={3} size="h5" id="chapters" mb="xs">
        <Trans>Chapters</Trans>
      </Title>
      <ChaptersPanel videoId={videoId} duration={urls.duration} />
    </section>
  )
}

/** Writes the chapters of a video: when each begins, and its title. The duration is in seconds. */
export function ChaptersPanel({ videoId, duration }: { videoId: string; duration: number }) {
  const chapters = useQuery(chaptersQuery(videoId))
  if (duration === 0) {
    return (
      <Text c="dimmed">
        <Trans>Chapters can be added once the video has been processed.</Trans>
      </Text>
    )
  }
  return (
    <QueryView query={chapters} skeleton={<Skeleton height={120} />}>
      {({ value, tag }) => (
        <ChapterForm key={tag} videoId={videoId} duration={duration} saved={value.chapters} tag={tag} />
      )}
    </QueryView>
  )
}

type FormProps = { videoId: string; duration: number; saved: Chapter[]; tag: string }

/** A chapter being written; `id` tells rows apart while their texts change. */
type Row = { id: number; time: string; title: string }

function ChapterForm({ videoId, duration, saved, tag }: FormProps) {
  const [rows, setRows] = useState<Row[]>(() =>
    saved.map(({ start, title }, id) => ({ id, time: clock(start), title })),
  )
  const [checked, setChecked] = useState(false)
  const put = usePutChapters(videoId)
  const wrong = chapterProblems(rows, duration)
  const change = (id: number, part: Partial<Row>) => setRows(rows.map((r) => (r.id === id ? { ...r, ...part } : r)))
  const add = () => {
    const time = rows.length === 0 ? '0:00' : ''
    setRows([...rows, { id: Math.max(-1, ...rows.map((r) => r.id)) + 1, time, title: '' }])
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (wrong.size > 0) return
    const chapters = rows.map(({ time, title }) => ({ start: typedTime(time) ?? 0, title: title.trim() }))
    put.mutate({ tag, chapters }, { onSuccess: () => toast(t`Chapters saved.`) })
  }
  const problemOf = (i: number, field: 'time' | 'title') => {
    const problem = checked ? wrong.get(i) : undefined
    return problem && (problem === 'title') === (field === 'title') ? t(problems[problem]) : undefined
  }
  const changed =
    rows.length !== saved.length ||
    rows.some(
      ({ time, title }, i) => typedTime(time) !== Math.floor(saved[i]?.start ?? -1) || title !== saved[i]?.title,
    )

  return (
    <form onSubmit={save} noValidate>
      <Stack gap="sm">
        {rows.length === 0 && (
          <Text size="sm" c="dimmed">
            <Trans>No chapters yet. They divide the seek bar and let learners jump to a topic.</Trans>
          </Text>
        )}
        {rows.map(({ id, time, title }, i) => {
          const number = i + 1
          return (
            <Group key={id} align="start" gap="xs" wrap="nowrap" role="group" aria-label={t`Chapter ${number}`}>
              <TextInput
                w={92}
                aria-label={t`Start of chapter ${number}`}
                placeholder="1:30"
                inputMode="text"
                value={time}
                error={problemOf(i, 'time')}
                onChange={(e) => change(id, { time: e.currentTarget.value })}
              />
              <TextInput
                flex={1}
                aria-label={t`Title of chapter ${number}`}
                placeholder={t`Title`}
                maxLength={100}
                value={title}
                error={problemOf(i, 'title')}
                onChange={(e) => change(id, { title: e.currentTarget.value })}
              />
              <ActionIcon
                variant="subtle"
                color="red"
                size={42}
                aria-label={t`Delete chapter ${number}`}
                onClick={() => setRows(rows.filter((r) => r.id !== id))}
              >
                <IconTrash size={18} />
              </ActionIcon>
            </Group>
          )
        })}
        <Group>
          <Button variant="default" leftSection={<IconPlus size={18} />} onClick={add}>
            <Trans>Add chapter</Trans>
          </Button>
          <Button type="submit" loading={put.isPending} disabled={!changed}>
            <Trans>Save chapters</Trans>
          </Button>
        </Group>
        {put.error && <Failure error={put.error} />}
      </Stack>
    </form>
  )
}
