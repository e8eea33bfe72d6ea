import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Paper, Text, Title } from '@mantine/core'

import type { Schema } from '@/api/client'
import { toMinute } from '@/shared/format'
import { lessonKinds } from '@/shared/lesson-kinds'
import { TextLink } from '@/shared/link'

import classes from './due-list.module.css'

/** The assignments and quizzes with a date that are not handed in, overdue ones first. */
export function DueList({ lessons }: { lessons: Schema<'DueLesson'>[] }) {
  return (
    <Paper component="section" withBorder p="md" bg="var(--card)" aria-labelledby="due">
      <Title order={2} id="due" size="h4" mb="xs">
        <Trans>Due</Trans>
      </Title>
      {lessons.length === 0 ? (
        <Text c="dimmed" size="sm">
          <Trans>Nothing is due. Assignments and quizzes with a due date appear here.</Trans>
        </Text>
      ) : (
        <ul className={classes.list} aria-labelledby="due">
          {lessons.map((lesson) => (
            <Entry key={lesson.lessonId} lesson={lesson} />
          ))}
        </ul>
      )}
    </Paper>
  )
}

function Entry({ lesson }: { lesson: Schema<'DueLesson'> }) {
  const { courseId, courseTitle, lessonId, title, type, dueAt, overdue } = lesson
  const { icon: Icon, label } = lessonKinds[type]
  const when = toMinute(dueAt)
  return (
    <li className={classes.entry}>
      <Icon size={20} stroke={1.7} role="img" aria-label={t(label)} className={classes.icon} />
      <div className={classes.text}>
        <TextLink to="/learn/$courseId/$videoId" params={{ courseId, videoId: lessonId }} fw={600}>
          {title}
        </TextLink>
        <Text size="sm" c="dimmed">
          {courseTitle}
        </Text>
        <Text size="sm">{type === 'quiz' ? t`Closes ${when}` : t`Due ${when}`}</Text>
      </div>
      {overdue && (
        <Badge color="red" variant="light" tt="none">
          <Trans>Overdue</Trans>
        </Badge>
      )}
    </li>
  )
}
