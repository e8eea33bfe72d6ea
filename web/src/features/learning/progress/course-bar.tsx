import { plural, t } from '@lingui/core/macro'
import { Progress, Skeleton, Text } from '@mantine/core'

import { percent } from '@/shared/format'

import type { CourseProgress } from './api'

const height = 45 // pixels, with the space below

/** The progress in a course, undefined while it loads; nothing if no lesson counts. */
export function CourseBar({ progress }: { progress: CourseProgress | undefined }) {
  if (!progress) return <Skeleton height={height} />
  const { progressPercentage: done, completedLessons, requiredLessons, completedAt } = progress
  const since = progress.lessonsSinceCompletion
  const newText = plural(since, { one: '# lesson new or reopened since', other: '# lessons new or reopened since' })
  if (done === null || done === undefined) return null
  return (
    <>
      <Text size="sm" c="dimmed" mb={6}>
        {completedAt ? t`Course completed` : t`${completedLessons} of ${requiredLessons} complete`}
        {since > 0 && ` · ${newText}`} · {percent(done)}
      </Text>
      <Progress.Root size="sm" radius="xl" mb="sm">
        <Progress.Section value={done} aria-label={t`Course progress`} />
      </Progress.Root>
    </>
  )
}
