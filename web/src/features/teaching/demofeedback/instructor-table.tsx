import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Text, Title } from '@mantine/core'

import { type Column, DataTable } from '@/shared/data-table'
import { decimal } from '@/shared/format'
import { personName } from '@/shared/person-name'

import type { FeedbackStats } from './api'
import { rating, share } from './figures'

type Instructor = FeedbackStats['instructors'][number]

type Props = {
  instructors: Instructor[]
  onInstructor: (id: string) => void
  /** Whether only one of them is shown. */
  isFiltered: boolean
}

/** The figures of each instructor; their name shows only theirs. */
export function InstructorTable({ instructors, onInstructor, isFiltered }: Props) {
  const heading = t`Instructors`
  return (
    <section aria-label={heading}>
      <Title order={2} size="h4">
        {heading}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        <Trans>
          The adjusted rating adds 5 average ratings, so that few ratings count for little. Ratings of others are shown
          once there are 5.
        </Trans>
      </Text>
      <DataTable
        label={heading}
        columns={columnsOf(isFiltered ? undefined : onInstructor)}
        rows={instructors}
        idOf={({ instructorId }) => instructorId}
      />
    </section>
  )
}

const columnsOf = (onInstructor: ((id: string) => void) | undefined): Column<Instructor>[] => [
  {
    id: 'name',
    label: t`Instructor`,
    place: 'lead',
    cell: ({ instructorId, fullName }) =>
      onInstructor ? (
        <Anchor component="button" type="button" onClick={() => onInstructor(instructorId)}>
          {personName(fullName)}
        </Anchor>
      ) : (
        personName(fullName)
      ),
  },
  { id: 'adjusted', label: t`Adjusted rating`, cell: ({ smoothedRating }) => rating(smoothedRating) },
  { id: 'average', label: t`Average rating`, cell: ({ averageOverallRating }) => rating(averageOverallRating) },
  { id: 'feedback', label: t`Feedback`, cell: ({ totalFeedback }) => decimal(totalFeedback) },
  { id: 'completed', label: t`Completed`, cell: ({ completed }) => decimal(completed) },
  { id: 'converted', label: t`Led to an enrolment`, cell: ({ conversionRate }) => share(conversionRate) },
  { id: 'response', label: t`Response rate`, cell: ({ responseRate }) => share(responseRate) },
  { id: 'visitors', label: t`Missed by visitors`, cell: ({ missedByLearnersRate }) => share(missedByLearnersRate) },
  {
    id: 'instructors',
    label: t`Missed by the instructor`,
    cell: ({ missedByInstructorsRate }) => share(missedByInstructorsRate),
  },
]
