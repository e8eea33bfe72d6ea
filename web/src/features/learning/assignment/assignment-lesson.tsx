import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Badge, Group, List, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { toMinute } from '@/shared/format'
import { QueryView } from '@/shared/query-view'

import { type AssignmentOverview, assignmentQuery } from './api'
import { DraftForm } from './draft-form'
import { statuses } from './labels'
import { GradeView, VersionView } from './version-view'

type Props = { lessonId: string; owner: string | undefined }

/** An assignment: the task, the learner's work, and the grade once it has been returned. */
export function AssignmentLesson({ lessonId, owner }: Props) {
  return (
    <QueryView query={useQuery(assignmentQuery(lessonId, owner))} skeleton={<Skeleton height={200} />}>
      {(assignment) => <Assignment assignment={assignment} owner={owner} />}
    </QueryView>
  )
}

type AssignmentProps = { assignment: AssignmentOverview; owner: string | undefined }

function Assignment({ assignment, owner }: AssignmentProps) {
  const { submission, refusal } = assignment
  return (
    <Stack>
      <Group gap="xs">
        <Badge>{statuses[submission.status]}</Badge>
        {submission.late && (
          <Badge color="apricot">
            <Trans>Late</Trans>
          </Badge>
        )}
        {submission.missing && (
          <Badge color="red">
            <Trans>Missing</Trans>
          </Badge>
        )}
        {submission.excused && (
          <Badge color="gray">
            <Trans>Excused</Trans>
          </Badge>
        )}
      </Group>
      <Task assignment={assignment} />
      {submission.grade && (
        <section aria-labelledby="grade">
          <Title order={2} size="h5" id="grade" mb="xs">
            <Trans>Your grade</Trans>
          </Title>
          <GradeView grade={submission.grade} />
        </section>
      )}
      {refusal ? (
        <Alert color="gray">{refusal}</Alert>
      ) : (
        <DraftForm key={submission.number} assignment={assignment} owner={owner} />
      )}
      {submission.versions.length > 0 && (
        <section aria-labelledby="handed-in">
          <Title order={2} size="h5" id="handed-in" mb="xs">
            <Trans>What you have handed in</Trans>
          </Title>
          <Stack>
            {submission.versions.map((version) => (
              <VersionView key={version.number} version={version} />
            ))}
          </Stack>
        </section>
      )}
    </Stack>
  )
}

/** The task and its due date, also in the original time zone if that is not the reader's. */
function Task({ assignment: { settings } }: { assignment: AssignmentOverview }) {
  const { due, late, rubric = [], instructions } = settings
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <>
      {instructions && <Text style={{ whiteSpace: 'pre-wrap' }}>{instructions}</Text>}
      {due?.at && (
        <Text size="sm">
          <strong>
            <Trans>Due:</Trans>
          </strong>{' '}
          {due.date} {due.time} ({due.timezone}){due.timezone !== here && t`, your time ${toMinute(due.at)}`}.
          {late?.rule === 'penalty' && t` ${late.percent_a_day ?? 0}% is taken off for each day that it is late.`}
          {late?.rule === 'refuse' && t` Late work is not accepted.`}
        </Text>
      )}
      {rubric.length > 0 && (
        <section aria-labelledby="rubric">
          <Title order={2} size="h5" id="rubric" mb="xs">
            <Trans>How it is graded</Trans>
          </Title>
          <List size="sm">
            {rubric.map(({ ref, title, description, points }) => (
              <List.Item key={ref}>
                <strong>{title}</strong> ({points} {points === 1 ? 'point' : 'points'})
                {description && `: ${description}`}
              </List.Item>
            ))}
          </List>
        </section>
      )}
    </>
  )
}
