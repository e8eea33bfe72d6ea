import type { Schema } from '@/api/client'

const members = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
const text = (value: unknown) => (typeof value === 'string' ? value : '')
const figure = (value: unknown, otherwise = 0) => (typeof value === 'number' ? value : otherwise)
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const rules = ['accept', 'penalty', 'refuse'] as const
export const ruleOf = (value: unknown) => rules.find((one) => one === value) ?? 'accept'

export const ways = ['text', 'file', 'link'] as const
export const waysOf = (value: unknown) => ways.filter((way) => list(value).includes(way))

/** What is in an assignment lesson, as it is stored; anything else counts as empty. */
export function settingsOf(content: unknown) {
  const c = members(content)
  const due = members(c.due)
  const late = members(c.late)
  const accepts = waysOf(c.accepts)
  return {
    instructions: text(c.instructions),
    due: { date: text(due.date), time: text(due.time), timezone: text(due.timezone) },
    late: { rule: ruleOf(late.rule), percent_a_day: figure(late.percent_a_day) },
    points: figure(c.points, 100),
    rubric: list(c.rubric).map((r) => ({
      ref: text(members(r).ref),
      title: text(members(r).title),
      description: text(members(r).description),
      points: figure(members(r).points, 1),
    })),
    accepts: accepts.length > 0 ? accepts : [...ways],
    resubmissions: figure(c.resubmissions),
  }
}

export type Settings = ReturnType<typeof settingsOf>

/** The settings as they are sent; undefined while something in them is not whole yet. */
export function contentOf({ due, late, ...rest }: Settings): Schema<'AssignmentSettings'> | undefined {
  const isDue = due.date !== '' && due.time !== ''
  if ((late.rule !== 'accept' && !isDue) || rest.rubric.some(({ title }) => title.trim() === '')) return undefined
  if (late.rule === 'penalty' && late.percent_a_day < 1) return undefined
  return { ...rest, late, ...(isDue && { due }) }
}
