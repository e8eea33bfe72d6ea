import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, Progress, Text } from '@mantine/core'

import { percent, spent } from '@/shared/format'
import { ButtonLink, TextLink } from '@/shared/link'

import type { EnhancedCourse } from './api'
import classes from './course-foot.module.css'
import { forecastText, wayOn } from './labels'

/** The user's progress in a course and the link to continue, at the foot of its card. */
export function CourseFoot({ course }: { course: EnhancedCourse }) {
  const {
    courseId,
    title,
    status,
    progressPercentage: done,
    nextLesson,
    forecast,
    startedAt,
    completedAt,
    timeSpent,
  } = course
  const way = wayOn(course)
  const nextTitle = nextLesson?.title
  return (
    <div className={classes.above}>
      {typeof done === 'number' && (
        <>
          <Text size="xs" c="dimmed" mb={4}>
            {status === 'completed' ? t`Completed` : percent(done)}
            {timeSpent > 0 && ` · ${spent(timeSpent)}`}
          </Text>
          <Progress.Root size="sm" radius="xl" mb={6}>
            <Progress.Section value={done} aria-label={t`Progress in ${title}`} />
          </Progress.Root>
        </>
      )}
      {nextTitle && (
        <Text size="sm" lineClamp={2}>
          <Trans>Next: {nextTitle}</Trans>
        </Text>
      )}
      {forecast.finishesOn && (
        <Text size="xs" c="dimmed">
          {forecastText(forecast)}
        </Text>
      )}
      <Group gap="sm" mt="sm" justify="space-between">
        <ButtonLink
          to="/learn/$courseId"
          params={{ courseId }}
          size="sm"
          variant={status === 'completed' ? 'default' : 'filled'}
          aria-label={way.label}
        >
          {way.text}
        </ButtonLink>
        {completedAt && (
          <TextLink to="/learn/$courseId/completed" params={{ courseId }} size="sm" aria-label={t`Summary of ${title}`}>
            <Trans>Summary</Trans>
          </TextLink>
        )}
        {startedAt && !completedAt && (
          <TextLink to="/progress/$courseId" params={{ courseId }} size="sm" aria-label={t`Progress in ${title}`}>
            <Trans>Progress</Trans>
          </TextLink>
        )}
      </Group>
    </div>
  )
}
