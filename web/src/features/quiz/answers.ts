import { useEffect, useRef, useState } from 'react'

import { ApiError } from '@/api/client'

import { type QuizAnswer, type QuizAttempt, type SavedAnswer, useSave } from './api'

const pause = 700 // milliseconds after the last change
const again = 4000 // milliseconds after a save that failed

export type SaveState = 'saved' | 'saving' | 'waiting' | 'failed'

/**
 * The answers of a running attempt as they are on this screen. Each change has a sequence above all before it, so that the
 * newest stands however the saves arrive; what could not be sent is sent again until it is.
 */
export function useAnswers(attempt: QuizAttempt, over: () => void) {
  const save = useSave(attempt.id)
  const [answers, setAnswers] = useState<Record<string, QuizAnswer>>(() =>
    Object.fromEntries(attempt.questions.map((q) => [q.question_id, q.answer])),
  )
  const [state, setState] = useState<SaveState>('saved')
  const unsent = useRef(new Map<string, SavedAnswer>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const last = useRef(Math.max(0, ...attempt.questions.map((q) => q.sequence)))
  useEffect(() => () => clearTimeout(timer.current), [])

  async function send() {
    const batch = [...unsent.current.values()]
    if (batch.length === 0) return
    setState('saving')
    try {
      await save.mutateAsync(batch)
      for (const one of batch) {
        if (unsent.current.get(one.question_id) === one) unsent.current.delete(one.question_id)
      }
      setState(unsent.current.size === 0 ? 'saved' : 'waiting')
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) return over()
      setState('failed')
      later(again)
    }
  }

  function later(milliseconds: number) {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void send(), milliseconds)
  }

  function change(questionId: string, answer: QuizAnswer) {
    last.current = Math.max(last.current + 1, Date.now()) // another device counts on from what this one has saved
    unsent.current.set(questionId, { question_id: questionId, sequence: last.current, ...answer })
    setAnswers((before) => ({ ...before, [questionId]: answer }))
    setState('waiting')
    later(pause)
  }

  return { answers, change, state, unsent: () => [...unsent.current.values()] }
}

/** Whether an answer says something. */
export const isAnswered = (answer: QuizAnswer | undefined) =>
  answer !== undefined &&
  (answer.truth !== undefined || (answer.options?.length ?? 0) > 0 || (answer.text ?? '').trim() !== '')
