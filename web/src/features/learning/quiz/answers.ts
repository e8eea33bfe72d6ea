import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import { ApiError } from '@/api/client'
import { useSaving } from '@/shared/outbox/use-saving'

import { attemptQuery, type QuizAnswer, type QuizAttempt, type SavedAnswer, saveAnswers } from './api'

const pause = 700 // milliseconds after the last edit

const isOver = (error: unknown) => error instanceof ApiError && error.status === 409

/**
 * The answers of a running attempt on this screen. Each edit has a higher sequence than all before, so that the
 * newest wins in whatever order saves arrive. `over` is called when the attempt no longer accepts answers.
 */
export function useAnswers(attempt: QuizAttempt, owner: string | undefined, over: () => void) {
  const client = useQueryClient()
  // The query notifies its observers with a delay: a field bound to it would jump back while the user types.
  const [given, setGiven] = useState(attempt)
  const shown = attempt.questions.map((q) => newest(q, given.questions))
  const last = useRef(Math.max(0, ...attempt.questions.map((q) => q.sequence)))
  const saving = useSaving<SavedAnswer>(owner, {
    pause,
    save: (answers) =>
      saveAnswers(attempt.id, answers).catch((error) => {
        if (isOver(error)) over()
        throw error
      }),
    toEntry: (answer) => ({ kind: 'answer', attemptId: attempt.id, answer }),
    isRefusal: isOver,
  })

  function change(questionId: string, answer: QuizAnswer) {
    last.current = Math.max(last.current + 1, Date.now()) // continues above the sequence of another device
    const sequence = last.current
    setGiven((was) => answered(was, questionId, answer, sequence))
    client.setQueryData(
      attemptQuery(attempt.id, owner).queryKey,
      (was) => was && answered(was, questionId, answer, sequence),
    )
    saving.change(questionId, { question_id: questionId, sequence, ...answer })
  }

  return { ...saving, change, questions: shown }
}

type Question = QuizAttempt['questions'][number]

/** Whichever is later: the question's own answer, or the one among the others. */
const newest = (question: Question, others: Question[]) => {
  const other = others.find((q) => q.question_id === question.question_id)
  return other && other.sequence > question.sequence ? other : question
}

const answered = (attempt: QuizAttempt, questionId: string, answer: QuizAnswer, sequence: number): QuizAttempt => ({
  ...attempt,
  questions: attempt.questions.map((q) => (q.question_id === questionId ? { ...q, answer, sequence } : q)),
})

/** Whether an answer is not blank. */
export const isAnswered = (answer: QuizAnswer) =>
  answer.truth !== undefined || (answer.options?.length ?? 0) > 0 || (answer.text ?? '').trim() !== ''
