import type { Schema } from '@/api/client'
import { figure, list, members, text, wallTime } from '@/shared/read'
import { formatOf } from '@/shared/written-text'

export type QuizSettings = Schema<'QuizSettings'>

const whens = ['after_submit', 'after_deadline', 'never'] as const
export type When = (typeof whens)[number]
export const whenOf = (value: unknown): When => whens.find((one) => one === value) ?? 'after_submit'

/** The stored settings of a quiz; anything else counts as empty. */
export function settingsOf(content: unknown) {
  const c = members(content)
  const review = members(c.review)
  return {
    instructions: text(c.instructions),
    format: formatOf(c.format),
    questions: list(c.questions).map((q) => ({
      question_id: text(members(q).question_id),
      points: figure(members(q).points),
    })),
    draws: list(c.draws).map((d) => ({
      tags: list(members(d).tags).map(text),
      count: figure(members(d).count),
      points: figure(members(d).points),
    })),
    time_limit_seconds: figure(c.time_limit_seconds),
    attempts: figure(c.attempts),
    pass_mark: figure(c.pass_mark),
    shuffle_questions: c.shuffle_questions === true,
    shuffle_options: c.shuffle_options === true,
    review: { when: whenOf(review.when), with_key: review.with_key === true },
    closes: wallTime(c.closes),
  }
}

export type Settings = ReturnType<typeof settingsOf>

/** The settings as sent, or undefined while a draw is incomplete. An incomplete closing time is left out. */
export function contentOf({ closes, ...rest }: Settings): QuizSettings | undefined {
  if (rest.draws.some(({ tags, count }) => tags.length === 0 || count < 1)) return undefined
  return { ...rest, ...(closes.date && closes.time && closes.timezone && { closes }) }
}
