import type { Schema } from '@/api/client'
import { fromField, toField } from '@/shared/local-time'
import { minorDigits } from '@/shared/money'

import type { CourseDetail } from './api'

export type PriceValues = {
  currency: string
  /** In the major unit, as typed: 120.5 */
  individual: number | string
  batch: number | string
  min_batch_size: number | string
  max_batch_size: number | string
  early_bird_discount: number | string
  /** In `datetime-local` format; empty if the discount does not end. */
  early_bird_until: string
  group_discount: number | string
  is_active: boolean
}

const texts = ['outcomes', 'prerequisites', 'audience', 'features', 'tools_technologies'] as const

/** The editor's values for a course: lists as lines, amounts as typed. */
export function valuesOf(c: CourseDetail) {
  return {
    title: c.title,
    category: c.category,
    course_type: c.course_type,
    level: c.level,
    language: c.language,
    summary: c.summary,
    description: c.description,
    is_certification: c.is_certification,
    is_assignments: c.is_assignments,
    is_projects: c.is_projects,
    is_quizzes: c.is_quizzes,
    min_hours_per_week: c.min_hours_per_week as number | string,
    max_hours_per_week: c.max_hours_per_week as number | string,
    no_of_sessions: c.no_of_sessions as number | string,
    outcomes: c.outcomes.join('\n'),
    prerequisites: c.prerequisites.join('\n'),
    audience: c.audience.join('\n'),
    features: c.features.join('\n'),
    tools_technologies: c.tools_technologies.join('\n'),
    faq: c.faq,
    prices: c.prices.map(priceValues),
  }
}

export type EditorValues = ReturnType<typeof valuesOf>

function priceValues(p: CourseDetail['prices'][number]): PriceValues {
  const unit = 10 ** minorDigits(p.currency)
  return {
    ...p,
    individual: p.individual / unit,
    batch: p.batch / unit,
    early_bird_until: toField(p.early_bird_until),
  }
}

export const newPrice = (currency: string): PriceValues => ({
  currency,
  individual: 0,
  batch: 0,
  min_batch_size: 2,
  max_batch_size: 10,
  early_bird_discount: 0,
  early_bird_until: '',
  group_discount: 0,
  is_active: true,
})

/** Whether two states of a course are the same to the editor. */
export const sameEdit = (a: CourseDetail, b: CourseDetail) =>
  JSON.stringify(valuesOf(a)) === JSON.stringify(valuesOf(b))

/** The request that saves the editor's values. An untouched end of the early-bird discount keeps its seconds. */
export function bodyOf(values: EditorValues, before: CourseDetail): Schema<'NewCourse'> {
  const lines = Object.fromEntries(texts.map((name) => [name, values[name].split('\n').filter((line) => line.trim())]))
  return {
    ...values,
    ...lines,
    outcomes: lines.outcomes ?? [],
    prerequisites: lines.prerequisites ?? [],
    audience: lines.audience ?? [],
    features: lines.features ?? [],
    tools_technologies: lines.tools_technologies ?? [],
    min_hours_per_week: Number(values.min_hours_per_week),
    max_hours_per_week: Number(values.max_hours_per_week),
    no_of_sessions: Number(values.no_of_sessions),
    prices: values.course_type === 'free' ? [] : values.prices.map((p) => priceBody(p, before)),
  }
}

function priceBody(p: PriceValues, before: CourseDetail): Schema<'NewPrice'> {
  const unit = 10 ** minorDigits(p.currency)
  const known = before.prices.find(({ currency }) => currency === p.currency)?.early_bird_until
  const until = toField(known) === p.early_bird_until ? known : fromField(p.early_bird_until)
  return {
    currency: p.currency,
    individual: Math.round(Number(p.individual) * unit),
    batch: Math.round(Number(p.batch) * unit),
    min_batch_size: Number(p.min_batch_size),
    max_batch_size: Number(p.max_batch_size),
    early_bird_discount: Number(p.early_bird_discount),
    group_discount: Number(p.group_discount),
    is_active: p.is_active,
    ...(until && { early_bird_until: until }),
  }
}
