import type { MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import { Text } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled, IconCircleHalf2, IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'

import { span } from '@/shared/format'
import { lessonKinds } from '@/shared/lesson-kinds'

import type { CourseProgress, LessonEntry, Published, SectionEntry } from './api'
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
  return inOrder(curriculum).map((section) => (
    <details key={section.id} open className={classes.section}>
      <summary>
        {section.title}
        {section.lessons.length > 0 && (
          <Text component="span" size="xs" c="dimmed">
            {sectionText(section, progress && states)}
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
  ))
}

/** How much of a section is done, of which length. */
function sectionText({ lessons }: SectionEntry, states: ReturnType<typeof statesOf> | undefined) {
  const total = lessons.length
  const done = lessons.filter((l) => states?.get(l.id) === 'completed').length
  const count = states ? t`${done} of ${total}` : plural(total, { one: '# lesson', other: '# lessons' })
  const length = lessons.reduce((sum, l) => sum + l.duration_seconds, 0)
  return length > 0 ? `${count} · ${span(length)}` : count
}

type RowProps = { courseId: string; lesson: LessonEntry; state: LessonState; current: boolean }

function Row({ courseId, lesson, state, current }: RowProps) {
  const { icon: Sign, label } = signs[state]
  const { icon: Kind, label: kind } = lessonKinds[lesson.type]
  const facts = [
    t(kind),
    lesson.duration_seconds > 0 && span(lesson.duration_seconds),
    label && t(label),
    current && t`Current lesson`,
  ]
  const words = (
    <>
      <Sign size={20} aria-hidden="true" className={classes.sign} />
      <span className={classes.title}>
        {lesson.title}
        <span className={classes.facts}>
          <Kind size={15} aria-hidden="true" />
          {facts.filter(Boolean).join(' · ')}
        </span>
        {lesson.lock && <span className={classes.facts}>{lockText(lesson.lock)}</span>}
      </span>
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

/** What stands before a lesson, and after its duration; a lesson that is merely open says nothing. */
const signs: Record<LessonState, { icon: typeof IconLock; label?: MessageDescriptor }> = {
  completed: { icon: IconCircleCheckFilled, label: msg`Completed` },
  in_progress: { icon: IconCircleHalf2, label: msg`In progress` },
  open: { icon: IconCircle },
  locked: { icon: IconLock, label: msg`Locked` },
}
