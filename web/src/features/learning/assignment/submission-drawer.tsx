import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, NumberInput, Skeleton, Stack, Text, Textarea, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { fieldErrors } from '@/api/client'
import { FormSummary } from '@/shared/form-summary'
import { Failure, QueryView } from '@/shared/query-view'
import { SideDrawer } from '@/shared/side-drawer'

import { type Criterion, type SubmissionDetail, submissionQuery, useGrade, useReturn } from './api'
import { statuses } from './labels'
import { VersionView } from './version-view'

/** A submission with its versions and the form that grades it. */
export function SubmissionDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(submissionQuery(id))
  return (
    <SideDrawer
      opened
      onClose={onClose}
      title={query.data ? `${query.data.full_name}: ${query.data.lesson_title}` : t`Submission`}
    >
      <QueryView query={query} skeleton={<Skeleton height={240} />}>
        {(detail) => (
          <Stack>
            <Text size="sm">{t(statuses[detail.status])}</Text>
            {detail.versions.map((version) => (
              <VersionView key={version.number} version={version} />
            ))}
            <GradeForm key={`${detail.revision} ${detail.number}`} detail={detail} />
          </Stack>
        )}
      </QueryView>
    </SideDrawer>
  )
}

/** The field's value is a string while the number is incomplete: `3.` */
type Entry = { points: number | string; comment: string }

function GradeForm({ detail }: { detail: SubmissionDetail }) {
  const grade = useGrade(detail.id)
  const giveBack = useReturn(detail.id)
  const [comment, setComment] = useState(detail.grade?.comment ?? '')
  const [entries, setEntries] = useState<Record<string, Entry>>(() => entriesOf(detail))
  const wrong = fieldErrors(grade.error)
  const { number } = detail
  const entry = (ref: string): Entry => entries[ref] ?? { points: '', comment: '' }
  const set = (ref: string, next: Partial<Entry>) => setEntries((e) => ({ ...e, [ref]: { ...entry(ref), ...next } }))

  function save(done: boolean) {
    const marks = detail.criteria.flatMap(({ ref = '' }) => {
      const { points, comment } = entry(ref)
      return points === '' ? [] : [{ ref, points: Number(points), comment }]
    })
    grade.mutate({ revision: detail.revision, number: detail.number, marks, comment, done })
  }

  return (
    <section aria-labelledby="grading">
      <Title order={3} size="h5" id="grading" mb="xs">
        <Trans>Grade for version {number}</Trans>
      </Title>
      <Stack>
        <FormSummary error={grade.error} fields={detail.criteria.map((_, i) => `marks[${i}].points`)} />
        {detail.criteria.map((criterion, i) => (
          <Line
            key={criterion.ref}
            criterion={criterion}
            entry={entry(criterion.ref ?? '')}
            error={wrong[`marks[${i}].points`]}
            onChange={(next) => set(criterion.ref ?? '', next)}
          />
        ))}
        <Textarea
          label={t`Overall feedback`}
          rows={3}
          resize="vertical"
          maxLength={20000}
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
        />
        {giveBack.error && <Failure error={giveBack.error} />}
        <Group>
          <Button loading={grade.isPending} onClick={() => save(true)}>
            <Trans>Save grade</Trans>
          </Button>
          <Button variant="default" loading={grade.isPending} onClick={() => save(false)}>
            <Trans>Save as draft</Trans>
          </Button>
          {detail.status === 'graded' && (
            <Button variant="light" loading={giveBack.isPending} onClick={() => giveBack.mutate(undefined)}>
              <Trans>Return to learner</Trans>
            </Button>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          <Trans>Learners see a grade only after you return it.</Trans>
        </Text>
      </Stack>
    </section>
  )
}

const entriesOf = ({ grade }: SubmissionDetail): Record<string, Entry> =>
  Object.fromEntries((grade?.marks ?? []).map(({ ref, points, comment = '' }) => [ref, { points, comment }]))

type LineProps = {
  criterion: Criterion
  entry: Entry
  error: string | undefined
  onChange: (next: Partial<Entry>) => void
}

function Line({ criterion: { title, description, points }, entry, error, onChange }: LineProps) {
  return (
    <Stack gap={4}>
      <NumberInput
        label={t`${title} (0 to ${points})`}
        description={description}
        min={0}
        max={points}
        decimalScale={2}
        value={entry.points}
        error={error}
        onChange={(given) => onChange({ points: given })}
      />
      <Textarea
        aria-label={t`Feedback on ${title}`}
        placeholder={t`Feedback`}
        rows={2}
        resize="vertical"
        maxLength={5000}
        value={entry.comment}
        onChange={(event) => onChange({ comment: event.currentTarget.value })}
      />
    </Stack>
  )
}
