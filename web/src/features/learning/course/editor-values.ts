import type { Schema } from '@/api/client'
import { fromField, toField } from '@/shared/local-time'
import { minorDigits } from '@/shared/money'
import { here } from '@/shared/time-zones'

import type { CourseDetail } from './api'
import type { TypedCourse } from './typed-api'

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
  /** 0: only at once. */
  instalments: number | string
  is_active: boolean
}

const texts = ['outcomes', 'prerequisites', 'audience', 'features', 'tools_technologies'] as const

/** The editor's values for a course: lists as lines, amounts as typed. */
export function valuesOf(c: TypedCourse) {
  return {
    title: c.title,
    category: c.category,
    course_type: c.course_type,
    level: c.level,
    language: c.language,
    summary: c.summary,
    summary_format: c.summary_format,
    description: c.description,
    description_format: c.description_format,
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
    brochure_gated: c.brochure_gated,
    prices: c.prices.map(priceValues),
    access: {
      access_type: c.access.access_type,
      access_from: toField(c.access.access_from),
      access_until: toField(c.access.access_until),
    },
    instructors: c.instructors,
    schedule: {
      timezone: c.schedule.timezone || here(),
      entries: c.schedule.entries.map(({ starts_at: _, ends_at: __, ...entry }) => entry),
    },
    doubt_schedule: {
      timezone: c.doubt_schedule.timezone || here(),
      slots: c.doubt_schedule.slots.map(({ instructor_id = '', ...slot }) => ({
        ...slot,
        weekday: String(slot.weekday),
        instructor_id: c.instructors.some(({ id }) => id === instructor_id) ? instructor_id : '',
      })),
    },
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
  instalments: 0,
  is_active: true,
})

/** Whether two states of a course are the same to the editor. */
export const sameEdit = (a: TypedCourse, b: TypedCourse) => JSON.stringify(valuesOf(a)) === JSON.stringify(valuesOf(b))

/** Whether two lists name the same instructors in the same order. */
export const sameTeam = (a: EditorValues['instructors'], b: EditorValues['instructors']) =>
  a.map(({ id }) => id).join() === b.map(({ id }) => id).join()

/** The request that saves the editor's values. An untouched end of the early-bird discount keeps its seconds. */
export function bodyOf(values: EditorValues, before: CourseDetail): Schema<'NewCourse'> {
  const lines = Object.fromEntries(texts.map((name) => [name, values[name].split('\n').filter((line) => line.trim())]))
  const { access: _, instructors: __, schedule: ___, doubt_schedule: ____, ...rest } = values
  return {
    ...rest,
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
    instalments: Number(p.instalments),
    is_active: p.is_active,
    ...(until && { early_bird_until: until }),
  }
}

/** The part of the request that only courses of this format have; what was not touched is left out. */
export function extrasOf(values: EditorValues, before: TypedCourse) {
  const known = valuesOf(before)
  const changed = (name: 'access' | 'schedule' | 'doubt_schedule') =>
    JSON.stringify(values[name]) !== JSON.stringify(known[name])
  switch (values.course_type) {
    case 'free':
      return changed('access') ? { access: accessBody(values.access) } : {}
    case 'live':
      return changed('schedule') ? { schedule: values.schedule } : {}
    case 'blended':
      return changed('doubt_schedule') ? { doubt_schedule: weeklyBody(values.doubt_schedule) } : {}
  }
}

function accessBody({ access_type, access_from, access_until }: EditorValues['access']): Schema<'FreeAccess'> {
  const [from, until] = [fromField(access_from), fromField(access_until)]
  return { access_type, ...(from && { access_from: from }), ...(until && { access_until: until }) }
}

const weeklyBody = ({ timezone, slots }: EditorValues['doubt_schedule']): Schema<'NewDoubtSchedule'> => ({
  timezone,
  slots: slots.map(({ instructor_id, ...slot }) => ({
    ...slot,
    weekday: Number(slot.weekday),
    ...(instructor_id && { instructor_id }),
  })),
})
