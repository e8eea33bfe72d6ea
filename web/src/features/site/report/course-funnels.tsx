import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Title } from '@mantine/core'

import type { Schema } from '@/api/client'
import { type Column, DataTable } from '@/shared/data-table'
import { decimal, percent } from '@/shared/format'
import { TextLink } from '@/shared/link'

type Funnel = Schema<'CourseFunnel'>

const columnsOf = (): Column<Funnel>[] => [
  {
    id: 'course',
    label: t`Course`,
    place: 'lead',
    cell: ({ courseId, title }) => (
      <TextLink to="/teach/courses/$courseId/results" params={{ courseId }}>
        {title}
      </TextLink>
    ),
  },
  { id: 'enrolled', label: t`Enrolled`, cell: ({ enrolled }) => decimal(enrolled) },
  { id: 'begun', label: t`Begun`, cell: ({ begun }) => decimal(begun) },
  { id: 'quarter', label: percent(25), cell: ({ reached25 }) => decimal(reached25) },
  { id: 'half', label: percent(50), cell: ({ reached50 }) => decimal(reached50) },
  { id: 'most', label: percent(75), cell: ({ reached75 }) => decimal(reached75) },
  { id: 'done', label: t`Completed`, cell: ({ done }) => decimal(done) },
  {
    id: 'completion',
    label: t`Completion`,
    cell: ({ completionRate }) => (completionRate === null ? '–' : percent(completionRate)),
  },
]

/** How far the learners of each course have come. */
export function CourseFunnels({ courses }: { courses: Funnel[] }) {
  return (
    <section aria-labelledby="funnels">
      <Title order={3} size="h4" id="funnels" mb="sm">
        <Trans>How far learners have come</Trans>
      </Title>
      <DataTable
        label={t`How far learners have come`}
        columns={columnsOf()}
        rows={courses}
        idOf={({ courseId }) => courseId}
      />
    </section>
  )
}
