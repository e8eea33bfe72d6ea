import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Group, List, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { count, percent, span } from '@/shared/format'
import { Moment } from '@/shared/moment'
import { Failure, QueryView } from '@/shared/query-view'

import { attemptQuery, type QuizOverview, quizQuery, useStart } from './api'
import { RunningAttempt, SubmittedAttempt } from './attempt-view'

type Props = { lessonId: string; owner: string | undefined }

const skeleton = (
  <Stack>
    <Skeleton height={24} width="60%" />
    <Skeleton height={120} />
  </Stack>
)

/** A quiz: its overview, the running attempt, and the results of earlier ones. */
export function QuizLesson({ lessonId, owner }: Props) {
  return (
    <QueryView query={useQuery(quizQuery(lessonId))} skeleton={skeleton}>
      {(quiz) => <Quiz key={quiz.lesson_id} quiz={quiz} owner={owner} />}
    </QueryView>
  )
}

function Quiz({ quiz, owner }: { quiz: QuizOverview; owner: string | undefined }) {
  const [chosen, setChosen] = useState(quiz.running_attempt_id) // kept when the attempt ends, to show its result
  const shown = chosen || quiz.running_attempt_id
  return shown ? (
    <Shown key={shown} id={shown} owner={owner} onClose={() => setChosen('')} />
  ) : (
    <Before quiz={quiz} onAttempt={setChosen} />
  )
}

type ShownProps = { id: string; owner: string | undefined; onClose: () => void }

function Shown({ id, owner, onClose }: ShownProps) {
  return (
    <QueryView query={useQuery(attemptQuery(id, owner))} skeleton={skeleton}>
      {(attempt) =>
        attempt.status === 'running' ? (
          <RunningAttempt attempt={attempt} owner={owner} />
        ) : (
          <>
            <SubmittedAttempt attempt={attempt} />
            <Button mt="md" variant="default" onClick={onClose}>
              <Trans>Back to the quiz</Trans>
            </Button>
          </>
        )
      }
    </QueryView>
  )
}

function Before({ quiz, onAttempt }: { quiz: QuizOverview; onAttempt: (id: string) => void }) {
  const start = useStart(quiz.lesson_id)
  return (
    <Stack>
      {quiz.trial && (
        <Alert>
          <Trans>You teach this course: what you try here is the draft, and counts nowhere.</Trans>
        </Alert>
      )}
      {quiz.instructions && <Text style={{ whiteSpace: 'pre-wrap' }}>{quiz.instructions}</Text>}
      <List size="sm">
        <List.Item>{count(quiz.questions, 'question')}</List.Item>
        {quiz.time_limit_seconds > 0 && (
          <List.Item>
            <Trans>{span(quiz.time_limit_seconds)} from when you begin</Trans>
          </List.Item>
        )}
        {quiz.pass_mark > 0 && (
          <List.Item>
            <Trans>{percent(quiz.pass_mark)} to pass</Trans>
          </List.Item>
        )}
        <List.Item>
          {quiz.attempts_allowed > 0
            ? t`${quiz.attempts_used} of ${count(quiz.attempts_allowed, 'attempt')} used`
            : t`As many attempts as you like`}
        </List.Item>
        {quiz.closes_at && (
          <List.Item>
            <Trans>
              Closes <Moment at={quiz.closes_at} />
            </Trans>
          </List.Item>
        )}
      </List>
      {start.error && <Failure error={start.error} />}
      {quiz.refusal ? (
        <Text>{quiz.refusal}</Text>
      ) : (
        <Group>
          <Button
            loading={start.isPending}
            onClick={() => start.mutate(undefined, { onSuccess: ({ id }) => onAttempt(id) })}
          >
            {quiz.attempts.length > 0 ? t`Try again` : t`Begin`}
          </Button>
        </Group>
      )}
      <Past quiz={quiz} onAttempt={onAttempt} />
    </Stack>
  )
}

function Past({ quiz, onAttempt }: { quiz: QuizOverview; onAttempt: (id: string) => void }) {
  if (quiz.attempts.length === 0) return null
  return (
    <section aria-labelledby="attempts">
      <Title order={2} size="h5" id="attempts" mb="xs">
        <Trans>Your attempts</Trans>
      </Title>
      <Stack gap="xs">
        {quiz.attempts.map((a) => (
          <Group key={a.id} justify="space-between">
            <Text size="sm">
              <Trans>
                Attempt {a.number}, <Moment at={a.submitted_at ?? a.started_at} />
              </Trans>
              {a.percent !== null && `: ${percent(a.percent)}${a.passed ? ', passed' : ''}`}
            </Text>
            <Button
              size="xs"
              variant="default"
              onClick={() => onAttempt(a.id)}
              aria-label={t`Look at attempt ${a.number}`}
            >
              <Trans>Look at it</Trans>
            </Button>
          </Group>
        ))}
      </Stack>
    </section>
  )
}
