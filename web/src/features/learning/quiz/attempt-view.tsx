import type { MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
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
import { points } from './labels'
import { QuestionField } from './question-field'

const states: Record<SaveState, MessageDescriptor> = {
  saved: msg`All answers saved`,
  waiting: msg`Saving…`,
  saving: msg`Saving…`,
  failed: msg`Your answers are kept on this device until they can be sent. Trying again…`,
}

/** A running attempt. */
export function RunningAttempt({ attempt, owner }: { attempt: QuizAttempt; owner: string | undefined }) {
  const end = () => submit.mutate([]) // the server has submitted it already and returns the result
  const { change, questions, state, settle, unsent } = useAnswers(attempt, owner, end)
  const submit = useSubmit(attempt, settle)
  const [asking, setAsking] = useState(false)
  const total = questions.length
  const blank = questions.filter((q) => !isAnswered(q.answer)).length

  return (
    <Stack>
      <Paper withBorder p="sm" pos="sticky" top={0} style={{ zIndex: 2 }}>
        <Group justify="space-between">
          <Text size="sm" role="status" c={state === 'failed' ? 'red.9' : 'dimmed'}>
            {t(states[state])}
          </Text>
          {attempt.deadline_at && (
            <Timer attempt={attempt} deadline={attempt.deadline_at} onOver={() => submit.mutate(unsent())} />
          )}
        </Group>
      </Paper>
      {attempt.trial && (
        <Alert>
          <Trans>You are trying the draft. This attempt doesn't count.</Trans>
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
              ? plural(blank, {
                  one: `# of ${total} questions has no answer yet. You can't change your answers after you submit.`,
                  other: `# of ${total} questions have no answer yet. You can't change your answers after you submit.`,
                })
              : t`You can't change your answers after you submit.`
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
      <VisuallyHidden role="status">{left <= 60 && left > 0 && t`Less than a minute left`}</VisuallyHidden>
    </Group>
  )
}

/** The result of an attempt, with as much of a review as the rules allow. */
export function SubmittedAttempt({ attempt }: { attempt: QuizAttempt }) {
  return (
    <Stack>
      {attempt.result && <Result attempt={attempt} result={attempt.result} />}
      {attempt.questions.map((q, i) => (
        <QuestionField key={q.question_id} number={i + 1} question={q} answer={q.answer} />
      ))}
    </Stack>
  )
}

type ResultProps = { attempt: QuizAttempt; result: NonNullable<QuizAttempt['result']> }

function Result({ attempt: { number, timed_out, review_at }, result }: ResultProps) {
  const { possible, passed } = result
  const earned = points(result.earned)
  const needed = percent(result.pass_mark)
  return (
    <Paper withBorder p="md">
      <Group justify="space-between">
        <div>
          <Title order={2} size="h4">
            {percent(result.percent)}
          </Title>
          <Text size="sm" c="dimmed">
            {timed_out
              ? t`Attempt ${number}: ${earned} of ${plural(possible, { one: '# point', other: '# points' })}. It was submitted when time ran out.`
              : t`Attempt ${number}: ${earned} of ${plural(possible, { one: '# point', other: '# points' })}`}
          </Text>
        </div>
        {result.pass_mark > 0 && (
          <Badge color={passed ? 'evergreen' : 'gray'} size="lg">
            {passed ? t`Passed` : t`Not passed: ${needed} needed`}
          </Badge>
        )}
      </Group>
      {review_at && (
        <Text size="sm" mt="sm">
          <Trans>
            You can review your answers from <Moment at={review_at} />.
          </Trans>
        </Text>
      )}
    </Paper>
  )
}
