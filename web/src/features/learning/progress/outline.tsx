import { t } from '@lingui/core/macro'
import { Text } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled, IconCircleHalf2, IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'

import { count, span, toMinute } from '@/shared/format'

import type { CourseProgress, LessonEntry, Published } from './api'
import { inOrder, type LessonState, stateOf, statesOf } from './lesson-state'
import classes from './outline.module.css'

type Props = {
  courseId: string
  curriculum: Published
  progress: CourseProgress | undefined
  /** The lesson that is open. */
  current?: string
}

/** The sections and lessons of a course, each with the reader's progress, or why it is locked. */
export function Outline({ courseId, curriculum, progress, current }: Props) {
  const states = statesOf(progress)
  return inOrder(curriculum).map((section) => {
    const done = section.lessons.filter((l) => states.get(l.id) === 'completed').length
    return (
      <details key={section.id} open className={classes.section}>
        <summary>
          {section.title}
          {section.lessons.length > 0 && (
            <Text component="span" size="xs" c="dimmed">
              {progress ? `${done} of ${section.lessons.length}` : count(section.lessons.length, 'lesson')}
            </Text>
          )}
        </summary>
        <ol className={classes.list} aria-label={section.title}>
          {section.lessons.map((lesson) => (
            <li key={lesson.id}>
              <Row {...{ courseId, lesson }} state={stateOf(lesson, states)} current={lesson.id === current} />
            </li>
          ))}
        </ol>
      </details>
    )
  })
}

type RowProps = { courseId: string; lesson: LessonEntry; state: LessonState; current: boolean }

function Row({ courseId, lesson, state, current }: RowProps) {
  const words = (
    <>
      <Sign state={state} />
      <span className={classes.title}>
        {lesson.title}
        {lesson.lock && <LockText lock={lesson.lock} />}
      </span>
      {lesson.duration_seconds > 0 && (
        <Text component="span" size="xs" c="dimmed">
          {span(lesson.duration_seconds)}
        </Text>
      )}
    </>
  )
  if (state === 'locked') {
    return (
      <div className={classes.lesson} data-state={state}>
        {words}
      </div>
    )
  }
  return (
    <Link
      to="/learn/$courseId/$videoId"
      params={{ courseId, videoId: lesson.id }}
      className={classes.lesson}
      data-state={state}
      aria-current={current ? 'true' : undefined}
    >
      {words}
    </Link>
  )
}

function LockText({ lock }: { lock: NonNullable<LessonEntry['lock']> }) {
  return (
    <Text component="span" display="block" size="xs" c="dimmed">
      {lock.at ? t`Opens on ${toMinute(lock.at)}` : lock.text}
    </Text>
  )
}

const signs = {
  completed: { icon: IconCircleCheckFilled, label: 'Completed' },
  in_progress: { icon: IconCircleHalf2, label: 'Begun' },
  open: { icon: IconCircle, label: 'Not begun' },
  locked: { icon: IconLock, label: 'Locked' },
} satisfies Record<LessonState, unknown>

function Sign({ state }: { state: LessonState }) {
  const { icon: Icon, label } = signs[state]
  return <Icon size={18} role="img" aria-label={label} className={classes.icon} />
}
