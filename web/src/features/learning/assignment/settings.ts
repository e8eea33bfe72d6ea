import type { Schema } from '@/api/client'
import type { SettingsPart } from '@/shared/lesson-editor'
import { figure, list, members, text, wallTime } from '@/shared/read'
import { formatOf } from '@/shared/written-text'

export const megabyte = 2 ** 20 // bytes

const rules = ['accept', 'penalty', 'refuse'] as const
export const ruleOf = (value: unknown) => rules.find((one) => one === value) ?? 'accept'

export const ways = ['text', 'file', 'link'] as const
export const waysOf = (value: unknown) => ways.filter((way) => list(value).includes(way))

/** The stored settings of an assignment; anything else counts as empty. */
export function settingsOf(content: unknown) {
  const c = members(content)
  const late = members(c.late)
  const accepts = waysOf(c.accepts)
  return {
    instructions: text(c.instructions),
    format: formatOf(c.format),
    due: wallTime(c.due),
    late: { rule: ruleOf(late.rule), percent_a_day: figure(late.percent_a_day) },
    points: figure(c.points, 100),
    rubric: list(c.rubric).map((r) => ({
      ref: text(members(r).ref),
      title: text(members(r).title),
      description: text(members(r).description),
      points: figure(members(r).points, 1),
    })),
    accepts: accepts.length > 0 ? accepts : [...ways],
    max_files: figure(c.max_files, 5),
    max_file_size: figure(c.max_file_size, 20 * megabyte),
    file_types: list(c.file_types).map(text),
    resubmissions: figure(c.resubmissions),
  }
}

export type Settings = ReturnType<typeof settingsOf>
export type AssignmentPart = SettingsPart<Settings>

/** The settings as sent, or undefined while something is incomplete. */
export function contentOf({ due, late, ...rest }: Settings): Schema<'AssignmentSettings'> | undefined {
  const isDue = due.date !== '' && due.time !== ''
  if ((late.rule !== 'accept' && !isDue) || rest.rubric.some(({ title }) => title.trim() === '')) return undefined
  if (late.rule === 'penalty' && late.percent_a_day < 1) return undefined
  return { ...rest, late, ...(isDue && { due }) }
}
