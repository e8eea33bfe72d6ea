import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'

import { ChangedElsewhere } from '@/shared/changed-elsewhere'
import { list } from '@/shared/format'

import { type EditorValues, valuesOf } from './editor-values'
import type { TypedCourse } from './typed-api'

type Props = { mine: EditorValues; theirs: TypedCourse; onKeep: () => void; onTake: () => void }

/** Shows the fields that differ from a version saved elsewhere in the meantime. */
export function EditorConflict({ mine, theirs, ...choice }: Props) {
  const fields = list(differing(mine, theirs))
  return (
    <ChangedElsewhere title={t`Another user changed this course`} {...choice}>
      <Text size="sm">
        {fields ? (
          <Trans>Your changes aren't saved yet. They differ from the saved version in: {fields}.</Trans>
        ) : (
          <Trans>Your changes aren't saved yet. The saved version has the same values.</Trans>
        )}
      </Text>
    </ChangedElsewhere>
  )
}

const names: Record<keyof EditorValues, MessageDescriptor> = {
  title: msg`Title`,
  category: msg`Category`,
  course_type: msg`Format`,
  level: msg`Level`,
  language: msg`Language`,
  summary: msg`Summary`,
  summary_format: msg`Summary`,
  description: msg`Description`,
  description_format: msg`Description`,
  is_certification: msg`Certificate`,
  is_assignments: msg`Assignments`,
  is_projects: msg`Projects`,
  is_quizzes: msg`Quizzes`,
  min_hours_per_week: msg`Minimum hours per week`,
  max_hours_per_week: msg`Maximum hours per week`,
  no_of_sessions: msg({ message: 'Sessions', context: 'course' }),
  outcomes: msg`Learning outcomes`,
  prerequisites: msg`Requirements`,
  audience: msg`Who it's for`,
  features: msg`What's included`,
  tools_technologies: msg`Tools`,
  faq: msg`Frequently asked questions`,
  brochure_gated: msg`Send the brochure by email only`,
  prices: msg`Prices`,
  access: msg`Access`,
  instructors: msg`Instructors`,
  schedule: msg`Schedule`,
  doubt_schedule: msg`Q&A sessions`,
}

/** The names of the fields whose values are not the same. */
function differing(mine: EditorValues, theirs: TypedCourse) {
  const there: Record<string, unknown> = valuesOf(theirs)
  const named: Record<string, MessageDescriptor> = names
  const differ = Object.entries(mine).flatMap(([field, value]) => {
    const name = named[field]
    return name && JSON.stringify(value) !== JSON.stringify(there[field]) ? [t(name)] : []
  })
  return [...new Set(differ)]
}
