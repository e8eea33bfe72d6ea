import { plural, t } from '@lingui/core/macro'

import { dated, decimal, percent, span } from '@/shared/format'

import type { Goal, GoalEvent, Suggestion } from './api'

type Measured = Pick<Goal, 'kind' | 'period' | 'target'>

/** An amount of what a goal counts: `3 lessons`, `45 min`. */
export function amount(kind: Goal['kind'], value: number) {
  switch (kind) {
    case 'course':
      return percent(value)
    case 'lessons':
      return plural(value, { one: '# lesson', other: '# lessons' })
    case 'minutes':
      return value < 60 ? t`${value} min` : span(value * 60)
    case 'streak':
      return plural(value, { one: '# day', other: '# days' })
    case 'custom':
      return plural(value, { one: '# milestone', other: '# milestones' })
  }
}

/** How much of a target there is: `2 of 3 lessons`. */
export function reached(kind: Goal['kind'], value: number, target: number) {
  switch (kind) {
    case 'lessons':
      return plural(target, { one: `${value} of # lesson`, other: `${value} of # lessons` })
    case 'streak':
      return plural(target, { one: `${value} of # day`, other: `${value} of # days` })
    case 'custom':
      return plural(target, { one: `${value} of # milestone`, other: `${value} of # milestones` })
    default: {
      const [done, all] = [amount(kind, value), amount(kind, target)]
      return kind === 'course' && target === 100 ? done : t`${done} of ${all}`
    }
  }
}

/** What a goal aims at, in a sentence. */
export function aim({ kind, period, target }: Measured, course = '') {
  const what = amount(kind, target)
  if (kind === 'custom') return t`Your own milestones`
  if (kind === 'course') return target === 100 ? t`Complete “${course}”` : t`Complete ${what} of “${course}”`
  if (period === 'week') return kind === 'streak' ? t`Learn on ${what} a week` : t`Learn ${what} a week`
  if (kind === 'streak') return t`Learn ${what} in a row`
  return t`Learn ${what}`
}

/** The title of a suggested goal. */
export const suggestedTitle = (suggestion: Suggestion) => aim(suggestion, suggestion.courseTitle)

/** Why a goal is suggested. */
export function because({ basis, lessonsPerWeek, dueOn }: Suggestion) {
  const [pace, day] = [decimal(lessonsPerWeek, lessonsPerWeek % 1 ? 1 : 0), dueOn && dated(dueOn)]
  if (basis === 'pace') return t`By ${day}, at your present pace of ${pace} lessons a week.`
  if (basis === 'recent') return t`As much as in an average week of your last four.`
  return dueOn ? t`By ${day}, with ${pace} lessons a week.` : t`A start that leaves room for everything else.`
}

/** An entry of the history of a goal. */
export function happened({ kind, before, after, bySelf }: GoalEvent, goal: Goal) {
  switch (kind) {
    case 'set':
      return t`You set the goal.`
    case 'milestone':
      return bySelf ? t`You ticked “${after}”.` : t`You reached “${after}”.`
    case 'milestone_undone':
      return t`You unticked “${after}”.`
    case 'target': {
      const [from, to] = [amount(goal.kind, Number(before)), amount(goal.kind, Number(after))]
      return t`You changed the target from ${from} to ${to}.`
    }
    case 'due': {
      const day = after && dated(after)
      return after ? t`You moved the date to ${day}.` : t`You removed the date.`
    }
    case 'paused':
      return t`You paused the goal.`
    case 'resumed':
      return t`You took up the goal again.`
    case 'achieved':
      return t`You achieved the goal.`
    case 'missed':
      return t`The date passed.`
    case 'dropped':
      return t`You dropped the goal.`
  }
}
