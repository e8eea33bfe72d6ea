import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Badge, Button, Group, Paper, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import { useEffect, useState } from 'react'

import { Confirm } from '@/shared/confirm'
import { clock, percent } from '@/shared/format'
import { Moment } from '@/shared/moment'
import type { SaveState } from '@/shared/outbox/use-saving'
import { Failure } from '@/shared/query-view'
import { useSecondsLeft } from '@/shared/seconds-left'

import { isAnswered, useAnswers } from './answers'
import { type QuizAttempt, useSubmit } from './api'
import { QuestionField } from './question-field'

const states: Record<SaveState, string> = {
  saved: 'All answers are saved',
  waiting: 'Saving…',
  saving: 'Saving…',
  failed: 'Not sent yet, kept on this device. Trying again…',
}

/** A running attempt. */
export function RunningAttempt({ attempt, owner }: { attempt: QuizAttempt; owner: string | undefined }) {
  const end = () => submit.mutate([]) // the server has submitted it already and returns the result
  const { change, questions, state, settle, unsent } = useAnswers(attempt, owner, end)
  const submit = useSubmit(attempt, settle)
  const [asking, setAsking] = useState(false)
  const blank = questions.filter((q) => !isAnswered(q.answer)).length

  return (
    <Stack>
      <Paper withBorder p="sm" pos="sticky" top={0} style={{ zIndex: 2 }}>
        <Group justify="space-between">
          <Text size="sm" role="status" c={state === 'failed' ? 'red.9' : 'dimmed'}>
            {states[state]}
          </Text>
          {attempt.deadline_at && (
            <Timer attempt={attempt} deadline={attempt.deadline_at} onOver={() => submit.mutate(unsent())} />
          )}
        </Group>
      </Paper>
      {attempt.trial && (
        <Alert>
          <Trans>This is a trial of the draft: it counts nowhere.</Trans>
        </Alert>
      )}
      {questions.map((q, i) => (
        <QuestionField
          key={q.question_id}
          number={i + 1}
          question={q}
          answer={q.answer}
          onChange={(answer) => change(q.question_id, answer)}
        />
      ))}
      {submit.error && <Failure error={submit.error} />}
      <Group>
        <Button onClick={() => setAsking(true)}>
          <Trans>Submit</Trans>
        </Button>
      </Group>
      {asking && (
        <Confirm
          title={t`Submit your answers?`}
          text={
            blank > 0
              ? t`${blank} of ${questions.length} questions have no answer yet. Nothing can be changed afterwards.`
              : t`Nothing can be changed afterwards.`
          }
          action={t`Submit`}
          pending={submit.isPending}
          error={submit.error}
          onClose={() => setAsking(false)}
          onConfirm={() => submit.mutate(unsent())}
        />
      )}
    </Stack>
  )
}

type TimerProps = { attempt: QuizAttempt; deadline: string; onOver: () => void }

/** The time left by the server's clock, whatever the device's clock says. */
function Timer({ attempt, deadline, onOver }: TimerProps) {
  const [until] = useState(() => Date.now() + Date.parse(deadline) - Date.parse(attempt.now))
  const left = useSecondsLeft(until)
  const over = left <= 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the time is up
  useEffect(() => {
    if (over) onOver()
  }, [over])
  return (
    <Group gap={6} {...(left <= 60 && { c: 'red.9' })}>
      <IconClock size={18} aria-hidden="true" />
      <Text fw={600} ff="monospace">
        <VisuallyHidden>
          <Trans>Time left:</Trans>{' '}
        </VisuallyHidden>
        {clock(Math.max(0, left))}
      </Text>
      <VisuallyHidden role="status">{left <= 60 && left > 0 && t`Less than a minute is left`}</VisuallyHidden>
    </Group>
  )
}

/** The result of an attempt, with as much of a review as the rules allow. */
export function SubmittedAttempt({ attempt }: { attempt: QuizAttempt }) {
  const { result } = attempt
  return (
    <Stack>
      {result && (
        <Paper withBorder p="md">
          <Group justify="space-between">
            <div>
              <Title order={2} size="h4">
                {percent(result.percent)}
              </Title>
              <Text size="sm" c="dimmed">
                <Trans>
                  {result.earned} of {result.possible} points in attempt {attempt.number}
                </Trans>
                {attempt.timed_out && ', submitted when its time was over'}
              </Text>
            </div>
            {result.pass_mark > 0 && (
              <Badge color={result.passed ? 'evergreen' : 'gray'} size="lg">
                {result.passed ? t`Passed` : t`Not passed: ${result.pass_mark}% are needed`}
              </Badge>
            )}
          </Group>
          {attempt.review_at && (
            <Text size="sm" mt="sm">
              <Trans>
                Your answers can be reviewed from <Moment at={attempt.review_at} /> on.
              </Trans>
            </Text>
          )}
        </Paper>
      )}
      {attempt.questions.map((q, i) => (
        <QuestionField key={q.question_id} number={i + 1} question={q} answer={q.answer} />
      ))}
    </Stack>
  )
}
