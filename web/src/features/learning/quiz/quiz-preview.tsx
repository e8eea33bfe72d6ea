import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { list } from '@/shared/format'
import { QueryView } from '@/shared/query-view'
import { RichText } from '@/shared/rich-text'

import { type AskedQuestion, draftQuery, pickedQuery, type Question, type QuizAnswer } from './api'
import { QuestionField } from './question-field'
import { type Settings, settingsOf } from './settings'

type Props = { courseId: string; lessonId: string }

const skeleton = <Skeleton height={240} radius="lg" mt="md" />

/** A quiz of the draft as its learners see it. Answers can be tried; they are stored nowhere. */
export function QuizPreview({ courseId, lessonId }: Props) {
  return (
    <QueryView query={useQuery(draftQuery(lessonId))} skeleton={skeleton}>
      {(draft) => <Asked courseId={courseId} settings={settingsOf(draft.settings)} />}
    </QueryView>
  )
}

function Asked({ courseId, settings }: { courseId: string; settings: Settings }) {
  const { instructions, format, questions: picks, draws } = settings
  const ids = picks.map((pick) => pick.question_id)
  const picked = useQuery({ ...pickedQuery(courseId, ids), enabled: ids.length > 0 })
  const asked = picks.flatMap((pick) => {
    const question = picked.data?.find(({ id }) => id === pick.question_id)
    return question ? [asLearnersSee(question, pick.points || (question.points ?? 1))] : []
  })
  return (
    <Stack mt="md">
      {instructions && <RichText html={instructions} format={format} />}
      <Text size="sm" c="dimmed">
        <Trans>You can try answers here. They are not saved.</Trans>
      </Text>
      {ids.length > 0 && (
        <QueryView query={picked} skeleton={skeleton}>
          {() => asked.map((question, i) => <Tried key={question.question_id} number={i + 1} question={question} />)}
        </QueryView>
      )}
      {draws.map(({ count, tags }) => (
        <Text key={list(tags)} size="sm">
          {t`And ${plural(count, { one: '# random question', other: '# random questions' })} with the tags ${list(tags)}.`}
        </Text>
      ))}
    </Stack>
  )
}

function Tried({ question, number }: { question: AskedQuestion; number: number }) {
  const [answer, setAnswer] = useState<QuizAnswer>({})
  return <QuestionField question={question} number={number} answer={answer} onChange={setAnswer} />
}

/** A question without its key. */
const asLearnersSee = ({ id, kind, format, prompt, options }: Question, points: number): AskedQuestion => ({
  question_id: id,
  kind,
  format: format ?? 'plain',
  prompt,
  points,
  options: (options ?? []).map(({ ref, text }) => ({ ref: ref ?? text, text })),
  answer: {},
  sequence: 0,
})
