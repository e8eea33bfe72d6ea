import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Button, Chip, Group, NumberInput, Paper, Stack, Text, Title } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'

import { fieldErrors } from '@/api/client'
import { FormSummary } from '@/shared/form-summary'
import { points } from '@/shared/format'
import { RichTextField } from '@/shared/rich-text-field'
import { toast } from '@/shared/toasts'
import { useErrorFocus } from '@/shared/use-error-focus'

import { type Criterion, type SubmissionDetail, useGrade, useGradeAndReturn } from './api'
import classes from './grader.module.css'

type Props = {
  detail: SubmissionDetail
  /** Called once the learner has the grade. */
  onReturned: () => void
}

/** Points by criterion; a string while the number is incomplete: `3.` */
type Entries = Record<string, number | string>

/** Grades the newest version of a submission. */
export function GradeForm({ detail, onReturned }: Props) {
  const { number, criteria, full_name: learner } = detail
  const save = useGrade(detail.id, () => toast(t`Draft saved.`))
  const giveBack = useGradeAndReturn(detail.id, () => {
    toast(t`Grade returned to ${learner}.`)
    onReturned()
  })
  const [comment, setComment] = useState({ text: detail.grade?.comment ?? '', format: detail.grade?.format })
  const [entries, setEntries] = useState<Entries>(() => entriesOf(detail))
  const [incomplete, setIncomplete] = useState(0) // attempts to return it without points for each criterion
  const form = useErrorFocus<HTMLFormElement>(incomplete)
  const error = giveBack.error ?? save.error
  const wrong = fieldErrors(error)
  const isPending = save.isPending || giveBack.isPending

  const work = (done: boolean) => ({
    revision: detail.revision,
    number,
    marks: criteria.flatMap(({ ref = '' }) => {
      const given = entries[ref] ?? ''
      const comment = detail.grade?.marks.find((mark) => mark.ref === ref)?.comment
      return given === '' ? [] : [{ ref, points: Number(given), ...(comment && { comment }) }]
    }),
    comment: comment.text,
    format: comment.format ?? 'plain',
    done,
  })
  const isGraded = ({ ref = '' }: Criterion) => (entries[ref] ?? '') !== ''
  function submit() {
    if (isPending) return
    if (!criteria.every(isGraded)) return setIncomplete(incomplete + 1)
    save.reset()
    giveBack.mutate(work(true))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    submit()
  }
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="grading" className={classes.grade ?? ''}>
      <form
        ref={form}
        onKeyDown={onKeyDown}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Stack>
          <Title order={2} size="h5" id="grading">
            {detail.versions.length > 1 ? t`Grade for version ${number}` : t`Grade`}
          </Title>
          <FormSummary error={error} fields={[...criteria.map((_, i) => `marks[${i}].points`), 'comment']} />
          {criteria.map((criterion, i) => (
            <CriterionPoints
              key={criterion.ref}
              criterion={criterion}
              value={entries[criterion.ref ?? ''] ?? ''}
              isFirst={i === 0}
              error={
                wrong[`marks[${i}].points`] ??
                (incomplete > 0 && !isGraded(criterion)
                  ? t`Enter the points, or save the grade as a draft.`
                  : undefined)
              }
              onChange={(given) => setEntries((was) => ({ ...was, [criterion.ref ?? '']: given }))}
            />
          ))}
          <Total detail={detail} entries={entries} />
          <RichTextField
            label={t`Comment`}
            rows={4}
            initial={comment}
            error={wrong.comment}
            onChange={(text) => setComment({ text, format: 'html' })}
          />
          <Group>
            <Button type="submit" loading={giveBack.isPending} disabled={save.isPending}>
              <Trans>Save and return</Trans>
            </Button>
            <Button
              variant="default"
              loading={save.isPending}
              disabled={giveBack.isPending}
              onClick={() => save.mutate(work(false))}
            >
              <Trans>Save draft</Trans>
            </Button>
          </Group>
          <Text size="sm" c="dimmed">
            <Trans>Learners see a grade only after you return it.</Trans>
          </Text>
        </Stack>
      </form>
    </Paper>
  )
}

const entriesOf = ({ grade, number }: SubmissionDetail): Entries =>
  grade?.number === number ? Object.fromEntries(grade.marks.map(({ ref, points }) => [ref, points])) : {}

type PointsProps = {
  criterion: Criterion
  value: number | string
  isFirst: boolean
  error: string | undefined
  onChange: (given: number | string) => void
}

/** The points of a criterion: one click for the usual ones, a field for all others. */
function CriterionPoints({
  criterion: { title, description, points: most },
  value,
  isFirst,
  error,
  onChange,
}: PointsProps) {
  return (
    <Stack gap={6}>
      <NumberInput
        label={t`${title} (0 to ${most})`}
        description={description}
        min={0}
        max={most}
        decimalScale={2}
        value={value}
        error={error}
        data-autofocus={isFirst || undefined}
        onChange={onChange}
      />
      <Chip.Group value={String(value)} onChange={(given) => onChange(Number(given))}>
        <Group gap={6} role="group" aria-label={t`Points for ${title}`}>
          {steps(most).map((step) => (
            <Chip key={step} value={String(step)} size="sm" variant="light">
              {points(step)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </Stack>
  )
}

const fewPoints = 6 // up to as many, each has a button

/** The points that have a button: each, or a quarter of the way apart. */
function steps(most: number) {
  if (most <= fewPoints) return Array.from({ length: most + 1 }, (_, i) => i)
  return [...new Set([0, 0.25, 0.5, 0.75, 1].map((share) => Math.round(most * share)))]
}

/** What the points come to, and what lateness takes off. */
function Total({ detail: { criteria, versions }, entries }: { detail: SubmissionDetail; entries: Entries }) {
  const possible = criteria.reduce((sum, criterion) => sum + criterion.points, 0)
  const given = criteria.reduce((sum, { ref = '' }) => sum + Number(entries[ref] || 0), 0)
  const penalty = versions[0]?.penalty_percent ?? 0
  const [before, after] = [points(given), points((given * (100 - penalty)) / 100)]
  return (
    <div aria-live="polite">
      <Text fw={600}>
        <Plural value={possible} one={`Total: ${after} of # point`} other={`Total: ${after} of # points`} />
      </Text>
      {penalty > 0 && (
        <Text size="sm" c="dimmed">
          <Trans>
            {before} points less {penalty}% for being late.
          </Trans>
        </Text>
      )}
    </div>
  )
}
