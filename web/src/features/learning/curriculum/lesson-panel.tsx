import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, CloseButton, Group, Skeleton, Stack, Tabs, Text, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { fieldErrors } from '@/api/client'
import { serverText } from '@/api/problem-text'
import type { LessonEditorProps } from '@/shared/lesson-editor'
import { QueryView } from '@/shared/query-view'

import { type LessonDetail, lessonQuery } from './api'
import type { LessonPatch } from './autosave'
import { useBuilder } from './builder'
import { mistakes } from './issues'
import { kinds } from './labels'
import { LessonConflict } from './lesson-conflict'
import { LessonRules } from './lesson-rules'
import { SaveState, SaveTrouble } from './save-state'
import { useAutosave } from './use-autosave'

type Props = { lessonId: string; owner: string }

/** Edits the open lesson: its title, content and rules. Everything is saved automatically. */
export function LessonPanel({ lessonId, owner }: Props) {
  const { courseId } = useBuilder()
  const lesson = useQuery(lessonQuery(courseId, lessonId))
  return (
    <QueryView query={lesson} skeleton={<Skeleton height={420} radius="lg" />}>
      {(detail) => <LessonForm key={`${lessonId} ${lesson.dataUpdatedAt}`} detail={detail} owner={owner} />}
    </QueryView>
  )
}

function LessonForm({ detail, owner }: { detail: LessonDetail; owner: string }) {
  const { courseId, draft, onOpen, issues } = useBuilder()
  const newest = draft.lessons.find((l) => l.id === detail.id)
  const { autosave, snapshot, reload, perform } = useAutosave(courseId, detail, newest, owner)
  const [tab, setTab] = useState<string | null>('content')
  // Unsaved edits from an earlier visit are shown again.
  const [first] = useState(() => snapshot.mine)
  const [text, setText] = useState({
    title: first.title ?? detail.title,
    summary: first.summary ?? detail.summary,
    content: first.content ?? detail.content,
  })
  const errors = snapshot.state === 'refused' ? fieldErrors(snapshot.error) : {}
  const change = (patch: Partial<typeof text>) => {
    setText({ ...text, ...patch })
    autosave.change(patch.title?.trim() === '' ? {} : patch) // an empty title is not saved
  }
  const mine = mistakes(issues).filter((i) => i.lesson_id === detail.id)
  const { title } = detail

  return (
    <Stack gap="sm" component="section" aria-label={t`Lesson “${title}”`}>
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" fw={600} c="dimmed">
          {t(kinds[detail.type].label)} · {detail.section_title}
        </Text>
        <Group gap="xs" wrap="nowrap">
          <SaveState state={snapshot.state} />
          <CloseButton size="lg" aria-label={t`Close lesson`} onClick={() => onOpen(undefined)} />
        </Group>
      </Group>
      {snapshot.theirs && (
        <LessonConflict
          base={snapshot.base}
          mine={snapshot.mine}
          theirs={snapshot.theirs}
          onKeep={() => void autosave.keepMine().then(reload)}
          onTake={() => {
            autosave.takeTheirs()
            void reload()
          }}
        />
      )}
      <SaveTrouble snapshot={snapshot} onRetry={() => void autosave.flush()} />
      <TextInput
        label={t`Title`}
        maxLength={200}
        value={text.title}
        onChange={(event) => change({ title: event.currentTarget.value })}
        error={errors.title ?? (text.title.trim() === '' && t`Enter a title`)}
      />
      {mine.map(({ code, message, severity }) => (
        <Alert key={code} color={severity === 'error' ? 'red' : 'apricot'} p="xs">
          {serverText(code, message)}
        </Alert>
      ))}
      <Tabs value={tab} onChange={setTab} keepMounted>
        <Tabs.List mb="md">
          <Tabs.Tab value="content">
            <Trans>Content</Trans>
          </Tabs.Tab>
          <Tabs.Tab value="rules">
            <Trans>Settings</Trans>
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="content">
          <Content
            detail={detail}
            content={text.content}
            errors={errors}
            perform={perform}
            onChange={(content) => change({ content })}
          />
          <Textarea
            label={t`Summary`}
            description={t`Shown below the lesson title.`}
            mt="md"
            rows={3}
            maxLength={2000}
            value={text.summary}
            onChange={(event) => change({ summary: event.currentTarget.value })}
            error={errors.summary}
          />
        </Tabs.Panel>
        <Tabs.Panel value="rules">
          <LessonRules
            lesson={{ ...snapshot.base, ...withoutText(snapshot.mine) }}
            onChange={(patch) => autosave.change(patch)}
            errors={errors}
          />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  )
}

/** The unsaved edits other than texts. */
const withoutText = ({ content: _content, title: _title, summary: _summary, ...rules }: LessonPatch) => rules

type ContentProps = Pick<LessonEditorProps, 'content' | 'errors' | 'perform' | 'onChange'> & { detail: LessonDetail }

function Content({ detail, content, errors, perform, onChange }: ContentProps) {
  const { courseId, editors } = useBuilder()
  const Editor = editors[detail.type]
  if (!Editor) {
    return (
      <Text c="dimmed">
        <Trans>You can't edit the content of this lesson here.</Trans>
      </Text>
    )
  }
  return (
    <Editor
      courseId={courseId}
      lessonId={detail.id}
      content={content ?? undefined}
      onChange={onChange}
      errors={errors}
      perform={perform}
    />
  )
}
