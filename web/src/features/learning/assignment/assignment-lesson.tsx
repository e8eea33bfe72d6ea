import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Alert, Badge, Group, List, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { serverText } from '@/api/problem-text'
import { dated, toMinute } from '@/shared/format'
import { QueryView } from '@/shared/query-view'
import { RichText } from '@/shared/rich-text'
import { here } from '@/shared/time-zones'

import { type AssignmentOverview, type AssignmentSettings, assignmentQuery, draftQuery } from './api'
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

/** The task of an assignment in the draft, as its learners see it. */
export function AssignmentPreview({ lessonId }: { lessonId: string }) {
  return (
    <QueryView query={useQuery(draftQuery(lessonId))} skeleton={<Skeleton height={200} mt="md" />}>
      {({ settings }) => (
        <Stack mt="md">
          <Task settings={settings} />
          <Text size="sm" c="dimmed">
            <Trans>Learners hand in their work here.</Trans>
          </Text>
        </Stack>
      )}
    </QueryView>
  )
}

type AssignmentProps = { assignment: AssignmentOverview; owner: string | undefined }

function Assignment({ assignment, owner }: AssignmentProps) {
  const { submission, refusal } = assignment
  return (
    <Stack>
      <Group gap="xs">
        <Badge>{t(statuses[submission.status])}</Badge>
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
      <Task settings={assignment.settings} />
      {submission.grade && (
        <section aria-labelledby="grade">
          <Title order={2} size="h5" id="grade" mb="xs">
            <Trans>Your grade</Trans>
          </Title>
          <GradeView grade={submission.grade} />
        </section>
      )}
      {refusal ? (
        <Alert color="gray">{serverText('not_accepted', refusal)}</Alert>
      ) : (
        <DraftForm key={submission.number} assignment={assignment} owner={owner} />
      )}
      {submission.versions.length > 0 && (
        <section aria-labelledby="handed-in">
          <Title order={2} size="h5" id="handed-in" mb="xs">
            <Trans>Your submissions</Trans>
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
function Task({ settings }: { settings: AssignmentSettings }) {
  const { due, late, rubric = [], instructions, format = 'plain' } = settings
  return (
    <>
      {instructions && <RichText html={instructions} format={format} />}
      {due?.at && (
        <Text size="sm">
          <DueText due={due} at={due.at} /> {late && <LateText late={late} />}
        </Text>
      )}
      {rubric.length > 0 && (
        <section aria-labelledby="rubric">
          <Title order={2} size="h5" id="rubric" mb="xs">
            <Trans>Grading criteria</Trans>
          </Title>
          <List size="sm">
            {rubric.map(({ ref, title, description, points }) => (
              <List.Item key={ref}>
                <strong>{title}</strong> (<Plural value={points} one="# point" other="# points" />)
                {description && `: ${description}`}
              </List.Item>
            ))}
          </List>
        </section>
      )}
    </>
  )
}

type Due = NonNullable<AssignmentSettings['due']>

function DueText({ due: { date, time, timezone }, at }: { due: Due; at: string }) {
  const [day, own] = [dated(date), toMinute(at)]
  return timezone === here() ? (
    <Trans>
      <strong>Due:</strong> {day}, {time} ({timezone}).
    </Trans>
  ) : (
    <Trans>
      <strong>Due:</strong> {day}, {time} ({timezone}), your time {own}.
    </Trans>
  )
}

function LateText({ late: { rule, percent_a_day = 0 } }: { late: NonNullable<AssignmentSettings['late']> }) {
  switch (rule) {
    case 'penalty':
      return <Trans>You lose {percent_a_day}% of the points for each day it is late.</Trans>
    case 'refuse':
      return <Trans>Late submissions are not accepted.</Trans>
    default:
      return null
  }
}
