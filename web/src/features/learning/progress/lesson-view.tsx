import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Group, Text } from '@mantine/core'
import { IconCheck, IconChevronLeft, IconChevronRight, IconLock } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'

import { instant } from '@/shared/format'
import { ButtonLink } from '@/shared/link'
import { PageTitle } from '@/shared/page-title'

import type { CourseProgress, LessonDetail } from './api'
import classes from './lesson-page.module.css'
import { useLessonEvents } from './use-lesson-events'
import { useWaiting } from './use-waiting'

type Props = {
  lesson: LessonDetail
  learner: string | undefined
  progress: CourseProgress | undefined
  body: (lesson: LessonDetail) => ReactNode
  beside: ((lesson: LessonDetail) => ReactNode) | undefined
  /** Opens the outline on narrow screens. */
  outline: ReactNode
}

/** The content of a lesson, its state, and links to its neighbours. */
export function LessonView({ lesson, learner, progress, body, beside, outline }: Props) {
  const { course_id: courseId, lock } = lesson
  return (
    <article>
      <Group justify="space-between" align="start" mb="md">
        <div>
          <PageTitle title={lesson.title} size="h2" />
          <Text c="dimmed" mt={4}>
            {lesson.section_title && `${lesson.section_title} · `}
            <Trans>
              Lesson {lesson.position} of {lesson.total}
            </Trans>
          </Text>
        </div>
        {outline}
      </Group>
      {lesson.summary && (
        <Text mb="md" maw="68ch">
          {lesson.summary}
        </Text>
      )}
      {lock ? (
        <Alert color="apricot" icon={<IconLock />} title={t`This lesson is locked`}>
          {lock.text}
          {lock.at && t` It opens on ${instant(lock.at)}.`}
        </Alert>
      ) : (
        body(lesson)
      )}
      {learner !== undefined && !lock && <ProgressControl key={lesson.id} {...{ lesson, learner, progress }} />}
      <Neighbours courseId={courseId} lesson={lesson} />
      {!lock && beside?.(lesson)}
    </article>
  )
}

type ProgressControlProps = { lesson: LessonDetail; learner: string; progress: CourseProgress | undefined }

/** Records what the reader does, and lets them mark the lesson as completed if its rule asks for that. */
function ProgressControl({ lesson, learner, progress }: ProgressControlProps) {
  const { course_id: courseId, id } = lesson
  const record = useLessonEvents(learner, courseId, id)
  const mark = useMutation({ mutationFn: (kind: 'done' | 'undone') => record(kind), networkMode: 'always' })
  const waiting = useWaiting(learner)
  const { rule } = lesson.completion
  const stands = progress?.lessons.find((l) => l.lessonId === id)?.status === 'completed'
  // What was marked here shows before the server has received it.
  const said = mark.variables === undefined ? stands : mark.variables === 'done'
  const done = waiting > 0 || mark.isPending ? said : stands

  return (
    <>
      {rule === 'view' && <End onSeen={() => void record('viewed')} />}
      <Group mt="md" gap="md">
        {done && (
          <Group gap={6} role="status">
            <IconCheck size={18} aria-hidden="true" />
            <Text fw={600}>
              <Trans>Completed</Trans>
            </Text>
          </Group>
        )}
        {rule === 'manual' && (
          <Button variant={done ? 'default' : 'filled'} onClick={() => mark.mutate(done ? 'undone' : 'done')}>
            {done ? t`Mark as not complete` : t`Mark as complete`}
          </Button>
        )}
        {!done && rule !== 'manual' && <Text c="dimmed">{ruleText(lesson)}</Text>}
      </Group>
      {waiting > 0 && (
        <Text size="sm" c="dimmed" mt="xs" role="status">
          <Trans>What you did is kept on this device and is sent when the connection is back.</Trans>
        </Text>
      )}
    </>
  )
}

function ruleText({ completion }: LessonDetail) {
  switch (completion.rule) {
    case 'watched':
      return t`Complete once ${completion.watched_share ?? 0}% have been watched.`
    case 'score':
      return t`Complete once a score of ${completion.minimum_score ?? 0}% is reached.`
    case 'submission':
      return t`Complete once your work is handed in.`
    default:
      return t`Complete once you have come to its end.`
  }
}

/** The end of a lesson's content: reports once that it became visible. */
function End({ onSeen }: { onSeen: () => void }) {
  const place = useRef<HTMLDivElement>(null)
  const seen = useRef(onSeen)
  useEffect(() => {
    const end = place.current
    if (!end) return
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some((e) => e.isIntersecting)) return
      observer.disconnect()
      seen.current()
    })
    observer.observe(end)
    return () => observer.disconnect()
  }, [])
  return <div ref={place} className={classes.end} />
}

/** Links to the previous and next lesson, also by Alt+P and Alt+N. */
function Neighbours({ courseId, lesson: { previous, next } }: { courseId: string; lesson: LessonDetail }) {
  const navigate = useNavigate()
  const before = previous && !previous.lock ? previous.id : undefined
  const after = next && !next.lock ? next.id : undefined
  useEffect(() => {
    const go = (e: KeyboardEvent) => {
      const to = { KeyP: before, KeyN: after }[e.code] // by position: Alt types other characters on some keyboards
      if (!e.altKey || e.ctrlKey || e.metaKey || to === undefined) return
      e.preventDefault()
      void navigate({ to: '/learn/$courseId/$videoId', params: { courseId, videoId: to } })
    }
    window.addEventListener('keydown', go)
    return () => window.removeEventListener('keydown', go)
  }, [navigate, courseId, before, after])

  return (
    <Group component="nav" aria-label={t`Lessons before and after`} gap="xs" mt="lg" justify="space-between">
      {before !== undefined ? (
        <ButtonLink
          to="/learn/$courseId/$videoId"
          params={{ courseId, videoId: before }}
          variant="default"
          aria-keyshortcuts={t`Alt+P`}
          leftSection={<IconChevronLeft size={18} />}
        >
          <Trans>Previous</Trans>
        </ButtonLink>
      ) : (
        <span />
      )}
      {after !== undefined && (
        <ButtonLink
          to="/learn/$courseId/$videoId"
          params={{ courseId, videoId: after }}
          aria-keyshortcuts={t`Alt+N`}
          rightSection={<IconChevronRight size={18} />}
        >
          <Trans>Next lesson</Trans>
        </ButtonLink>
      )}
      {next?.lock && (
        <Text size="sm" c="dimmed">
          <Trans>
            Next: {next.title}. {next.lock.text}
          </Trans>
        </Text>
      )}
    </Group>
  )
}
