import type { MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import { Text } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled, IconCircleHalf2, IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'

import { span } from '@/shared/format'

import type { CourseProgress, LessonEntry, Published } from './api'
import { inOrder, type LessonState, stateOf, statesOf } from './lesson-state'
import { lockText } from './lock-text'
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
    const total = section.lessons.length
    return (
      <details key={section.id} open className={classes.section}>
        <summary>
          {section.title}
          {total > 0 && (
            <Text component="span" size="xs" c="dimmed">
              {progress ? t`${done} of ${total}` : plural(total, { one: '# lesson', other: '# lessons' })}
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
        {lesson.lock && (
          <Text component="span" display="block" size="xs" c="dimmed">
            {lockText(lesson.lock)}
          </Text>
        )}
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

const signs = {
  completed: { icon: IconCircleCheckFilled, label: msg`Completed` },
  in_progress: { icon: IconCircleHalf2, label: msg`In progress` },
  open: { icon: IconCircle, label: msg`Not started` },
  locked: { icon: IconLock, label: msg`Locked` },
} satisfies Record<LessonState, { icon: unknown; label: MessageDescriptor }>

function Sign({ state }: { state: LessonState }) {
  const { icon: Icon, label } = signs[state]
  return <Icon size={18} role="img" aria-label={t(label)} className={classes.icon} />
}
