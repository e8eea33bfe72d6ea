import type { Schema } from '@/api/client'

export type QuizSettings = Schema<'QuizSettings'>
export type Closes = { date: string; time: string; timezone: string }

const members = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
const text = (value: unknown) => (typeof value === 'string' ? value : '')
const figure = (value: unknown) => (typeof value === 'number' ? value : 0)
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const whens = ['after_submit', 'after_deadline', 'never'] as const
export type When = (typeof whens)[number]
export const whenOf = (value: unknown): When => whens.find((one) => one === value) ?? 'after_submit'

/** What is in a quiz lesson, as it is stored; anything else counts as empty. */
export function settingsOf(content: unknown) {
  const c = members(content)
  const review = members(c.review)
  const closes = members(c.closes)
  return {
    instructions: text(c.instructions),
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
    closes: { date: text(closes.date), time: text(closes.time), timezone: text(closes.timezone) },
  }
}

export type Settings = ReturnType<typeof settingsOf>

/** The settings as they are sent: a closing time that is not whole yet is none. */
export function contentOf({ closes, ...rest }: Settings): QuizSettings {
  return { ...rest, ...(closes.date && closes.time && closes.timezone && { closes }) }
}
