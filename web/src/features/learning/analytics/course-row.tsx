import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Paper, Progress, Text, Title } from '@mantine/core'

import { RowCover } from '@/shared/course-cover'
import { percent } from '@/shared/format'
import { ButtonLink, TextLink } from '@/shared/link'

import type { LearnerCourse } from './api'
import classes from './course-row.module.css'
import { wayOn } from './labels'

/** A course on one line: its cover, the learner's progress, and the next lesson. */
export function CourseRow({ course }: { course: LearnerCourse }) {
  const { courseId, title, progressPercentage: done, nextLesson } = course
  const nextTitle = nextLesson?.title
  const way = wayOn(course)
  return (
    <Paper component="li" withBorder p="sm" bg="var(--card)" className={classes.row}>
      <RowCover title={title} cover={course.course.cover} />
      <div className={classes.text}>
        <Title order={3} size="h5" lineClamp={2}>
          <TextLink to="/courses/$courseId" params={{ courseId }} inherit>
            {title}
          </TextLink>
        </Title>
        {nextTitle && (
          <Text size="sm" c="dimmed" lineClamp={1}>
            <Trans>Next: {nextTitle}</Trans>
          </Text>
        )}
        {typeof done === 'number' && (
          <div className={classes.progress}>
            <Progress.Root size="sm" radius="xl" flex={1}>
              <Progress.Section value={done} aria-label={t`Progress in ${title}`} />
            </Progress.Root>
            <Text component="span" size="xs" c="dimmed">
              {percent(done)}
            </Text>
          </div>
        )}
      </div>
      <ButtonLink to="/learn/$courseId" params={{ courseId }} variant="default" aria-label={way.label}>
        {way.text}
      </ButtonLink>
    </Paper>
  )
}
