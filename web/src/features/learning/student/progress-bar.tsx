import { t } from '@lingui/core/macro'
import { Group, Progress } from '@mantine/core'

import { percent } from '@/shared/format'

/** The progress of a learner or in a course, as a bar with its figure. */
export function ProgressBar({ of, percentage }: { of: string; percentage: number }) {
  return (
    <Group gap={8} wrap="nowrap">
      <Progress.Root size="sm" radius="xl" w={72}>
        <Progress.Section value={percentage} aria-label={t`Progress of ${of}`} />
      </Progress.Root>
      <span>{percent(percentage)}</span>
    </Group>
  )
}
