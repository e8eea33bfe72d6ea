import { t } from '@lingui/core/macro'
import { Badge } from '@mantine/core'

import type { Course } from './api'
import { statusLabels } from './labels'

const colors: Record<Course['status'], string> = { draft: 'apricot', Published: 'evergreen', archived: 'gray' }

/** Whether a course is a draft, published or archived. */
export function CourseState({ status }: Pick<Course, 'status'>) {
  return (
    <Badge variant="light" color={colors[status]} tt="none">
      {t(statusLabels[status])}
    </Badge>
  )
}
