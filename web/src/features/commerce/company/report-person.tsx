import { t } from '@lingui/core/macro'
import { Text } from '@mantine/core'

import type { Column } from '@/shared/data-table'

type Row = { full_name: string; email: string; department: string; course_title: string }

/** The columns of the reports about people. */
export const personColumns = (): Column<Row>[] => [
  {
    id: 'person',
    label: t`Person`,
    place: 'lead',
    cell: ({ full_name, email }) => (
      <div>
        <Text fw={600}>{full_name}</Text>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {email}
        </Text>
      </div>
    ),
  },
  { id: 'department', label: t`Department`, cell: ({ department }) => department },
  { id: 'course', label: t`Course`, cell: ({ course_title }) => course_title },
]
