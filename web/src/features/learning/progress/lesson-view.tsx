import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Group, Text } from '@mantine/core'
import { IconCheck, IconChevronLeft, IconChevronRight, IconLock } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'

import { ButtonLink } from '@/shared/link'
import { PageTitle } from '@/shared/page-title'

import type { CourseProgress, LessonDetail } from './api'
import classes from './lesson-page.module.css'
import { lockText } from './lock-text'
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
  const { lock, position, total } = lesson
  return (
    <article>
      <Group justify="space-between" align="start" mb="md">
        <div>
          <PageTitle title={lesson.title} size="h2" />
          <Text c="dimmed" mt={4} lh={1.5}>
            {lesson.section_title && `${lesson.section_title} · `}
            <Trans>
              Lesson {position} of {total}
            </Trans>
          </Text>
        </div>
        {outline}
      </Group>
      {lesson.summary && (
        <Text mb="md" maw="68ch" lh={1.5}>
          {lesson.summary}
        </Text>
      )}
      {lock ? (
        <Alert color="apricot" icon={<IconLock />} title={t`This lesson is locked`}>
          {lockText(lock)}
        </Alert>
      ) : (
        body(lesson)
      )}
      {learner !== undefined && !lock && <ProgressControl key={lesson.id} {...{ lesson, learner, progress }} />}
      <Neighbours lesson={lesson} />
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
  const { waiting, failed } = useWaiting(learner)
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
            {done ? t`Mark as incomplete` : t`Mark as complete`}
          </Button>
        )}
        {!done && rule !== 'manual' && <Text c="dimmed">{ruleText(lesson)}</Text>}
      </Group>
      {waiting > 0 && failed && (
        <Text size="sm" c="dimmed" mt="xs" role="status">
          <Trans>Saved on this device. It will be sent when you are back online.</Trans>
        </Text>
      )}
    </>
  )
}

function ruleText({ completion: { rule, watched_share: share = 0, minimum_score: score = 0 } }: LessonDetail) {
  switch (rule) {
    case 'watched':
      return t`Completes at ${share}% watched`
    case 'score':
      return t`Completes at a score of ${score}%`
    case 'submission':
      return t`Completes when you hand in your work`
    default:
      return t`Completes when you reach the end`
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
function Neighbours({ lesson }: { lesson: LessonDetail }) {
  const { course_id: courseId, previous, next } = lesson
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
    <Group component="nav" aria-label={t`Previous and next lesson`} gap="xs" mt="lg" justify="space-between">
      {before !== undefined ? (
        <ButtonLink
          to="/learn/$courseId/$videoId"
          params={{ courseId, videoId: before }}
          variant="default"
          aria-keyshortcuts="Alt+P"
          leftSection={<IconChevronLeft size={18} />}
        >
          <Trans>Previous lesson</Trans>
        </ButtonLink>
      ) : (
        <span />
      )}
      {after !== undefined && (
        <ButtonLink
          to="/learn/$courseId/$videoId"
          params={{ courseId, videoId: after }}
          aria-keyshortcuts="Alt+N"
          rightSection={<IconChevronRight size={18} />}
        >
          <Trans>Next lesson</Trans>
        </ButtonLink>
      )}
      {next?.lock && (
        <Text size="sm" c="dimmed">
          <NextLocked title={next.title} reason={lockText(next.lock)} />
        </Text>
      )}
    </Group>
  )
}

const NextLocked = ({ title, reason }: { title: string; reason: string }) => (
  <Trans>
    Next: “{title}”. {reason}
  </Trans>
)
