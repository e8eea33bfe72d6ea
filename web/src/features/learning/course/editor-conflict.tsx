import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'

import { ChangedElsewhere } from '@/shared/changed-elsewhere'

import type { CourseDetail } from './api'
import { type EditorValues, valuesOf } from './editor-values'

type Props = { mine: EditorValues; theirs: CourseDetail; onKeep: () => void; onTake: () => void }

/** Shows the fields that differ from a version saved elsewhere in the meantime. */
export function EditorConflict({ mine, theirs, ...choice }: Props) {
  return (
    <ChangedElsewhere title={t`Another user has changed this course`} {...choice}>
      <Text size="sm">
        <Trans>
          What you typed is still here and not saved. It differs from what is there now in: {differing(mine, theirs)}.
        </Trans>
      </Text>
    </ChangedElsewhere>
  )
}

const names: Record<keyof EditorValues, string> = {
  title: 'title',
  category: 'category',
  course_type: 'way of teaching',
  level: 'level',
  language: 'language',
  summary: 'summary',
  description: 'description',
  is_certification: 'certificate',
  is_assignments: 'assignments',
  is_projects: 'projects',
  is_quizzes: 'quizzes',
  min_hours_per_week: 'hours a week',
  max_hours_per_week: 'most hours a week',
  no_of_sessions: 'sessions',
  outcomes: 'what people will be able to do',
  prerequisites: 'what they need',
  features: 'what they get',
  tools_technologies: 'tools',
  faq: 'questions that people ask',
  prices: 'prices',
}

function differing(mine: EditorValues, theirs: CourseDetail) {
  const there: Record<string, unknown> = valuesOf(theirs)
  const differs = Object.entries(mine).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(there[name]))
  const named: Record<string, string> = names
  return differs.map(([name]) => named[name]).join(', ') || t`nothing that stands in this form`
}
