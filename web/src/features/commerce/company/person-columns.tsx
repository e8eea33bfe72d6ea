import { t } from '@lingui/core/macro'

import type { Column } from '@/shared/data-table'

import { PersonCell } from './person-cell'

type Row = { full_name: string; email: string; department: string; course_title: string }

/** The columns of the reports about people. */
export const personColumns = (): Column<Row>[] => [
  {
    id: 'person',
    label: t`Person`,
    place: 'lead',
    cell: (person) => <PersonCell person={person} />,
  },
  { id: 'department', label: t`Department`, cell: ({ department }) => department },
  { id: 'course', label: t`Course`, cell: ({ course_title }) => course_title },
]
