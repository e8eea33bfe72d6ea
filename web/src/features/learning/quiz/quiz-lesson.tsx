import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Alert, Button, Group, List, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { serverText } from '@/api/problem-text'
import { percent, span } from '@/shared/format'
import { Moment } from '@/shared/moment'
import { Failure, QueryView } from '@/shared/query-view'
import { RichText } from '@/shared/rich-text'

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
    <Shown key={shown} id={shown} quiz={quiz} owner={owner} onClose={() => setChosen('')} onAttempt={setChosen} />
  ) : (
    <Before quiz={quiz} onAttempt={setChosen} />
  )
}

type ShownProps = {
  id: string
  quiz: QuizOverview
  owner: string | undefined
  onClose: () => void
  onAttempt: (id: string) => void
}

function Shown({ id, quiz, owner, onClose, onAttempt }: ShownProps) {
  const start = useStart(quiz.lesson_id)
  return (
    <QueryView query={useQuery(attemptQuery(id, owner))} skeleton={skeleton}>
      {(attempt) =>
        attempt.status === 'running' ? (
          <RunningAttempt attempt={attempt} owner={owner} />
        ) : (
          <>
            <SubmittedAttempt attempt={attempt} />
            {start.error && <Failure error={start.error} />}
            <Group mt="md">
              {!quiz.refusal && (
                <Button
                  loading={start.isPending}
                  onClick={() => start.mutate(undefined, { onSuccess: (next) => onAttempt(next.id) })}
                >
                  <Trans>Try again</Trans>
                </Button>
              )}
              <Button variant="default" onClick={onClose}>
                <Trans>Back to quiz</Trans>
              </Button>
            </Group>
          </>
        )
      }
    </QueryView>
  )
}

function Before({ quiz, onAttempt }: { quiz: QuizOverview; onAttempt: (id: string) => void }) {
  const start = useStart(quiz.lesson_id)
  const { questions, attempts_used: used, attempts_allowed: allowed } = quiz
  const limit = span(quiz.time_limit_seconds)
  const passMark = percent(quiz.pass_mark)
  return (
    <Stack>
      {quiz.trial && (
        <Alert>
          <Trans>You teach this course, so you can try the draft here. Your attempts don't count.</Trans>
        </Alert>
      )}
      {quiz.instructions && <RichText html={quiz.instructions} format={quiz.format} />}
      <List size="sm">
        <List.Item>
          <Plural value={questions} one="# question" other="# questions" />
        </List.Item>
        {quiz.time_limit_seconds > 0 && (
          <List.Item>
            <Trans>Time limit: {limit}</Trans>
          </List.Item>
        )}
        {quiz.pass_mark > 0 && (
          <List.Item>
            <Trans>Pass mark: {passMark}</Trans>
          </List.Item>
        )}
        <List.Item>
          {allowed > 0
            ? t`${used} of ${plural(allowed, { one: '# attempt', other: '# attempts' })} used`
            : t`Unlimited attempts`}
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
        <Text>{serverText('no_attempt', quiz.refusal)}</Text>
      ) : (
        <Group>
          <Button
            loading={start.isPending}
            onClick={() => start.mutate(undefined, { onSuccess: ({ id }) => onAttempt(id) })}
          >
            {quiz.attempts.length > 0 ? t`Try again` : t`Start quiz`}
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
          <PastAttempt key={a.id} attempt={a} onOpen={() => onAttempt(a.id)} />
        ))}
      </Stack>
    </section>
  )
}

function PastAttempt({ attempt, onOpen }: { attempt: QuizOverview['attempts'][number]; onOpen: () => void }) {
  const { number } = attempt
  return (
    <Group justify="space-between">
      <Text size="sm">
        <AttemptText attempt={attempt} />
      </Text>
      <Button size="xs" variant="default" onClick={onOpen} aria-label={t`View attempt ${number}`}>
        <Trans>View</Trans>
      </Button>
    </Group>
  )
}

function AttemptText({ attempt }: { attempt: QuizOverview['attempts'][number] }) {
  const { number, submitted_at, started_at, percent: reached, passed } = attempt
  const at = submitted_at ?? started_at
  if (reached === null)
    return (
      <Trans>
        Attempt {number}, <Moment at={at} />
      </Trans>
    )
  const score = percent(reached)
  return passed ? (
    <Trans>
      Attempt {number}, <Moment at={at} />: {score}, passed
    </Trans>
  ) : (
    <Trans>
      Attempt {number}, <Moment at={at} />: {score}
    </Trans>
  )
}
