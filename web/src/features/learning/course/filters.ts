const sorts = ['newest', 'oldest', 'title', '-title', 'price', '-price', 'rating'] as const
const types = ['blended', 'live', 'free'] as const
const levels = ['beginner', 'intermediate', 'advanced'] as const
const answers = ['Yes', 'No'] as const
const stars = [4, 3] as const

/** The filters of the catalogue, kept in the URL. */
export type CourseFilters = {
  search?: string
  category?: string
  type?: (typeof types)[number]
  level?: (typeof levels)[number]
  isFree?: (typeof answers)[number]
  is_certification?: (typeof answers)[number]
  tools_technologies?: string
  features?: string
  /** The average reads as so many stars or more. */
  min_rating?: number
  sort?: (typeof sorts)[number]
  page?: number
}

type Loose = { [K in keyof CourseFilters]?: CourseFilters[K] | undefined }

const oneOf = <T extends string>(choices: readonly T[], value: unknown) => choices.find((c) => c === value)
const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : undefined)

/** Parses a URL's query; what is invalid becomes undefined. */
export const readFilters = (raw: Record<string, unknown>): Loose => ({
  search: text(raw.search),
  category: text(raw.category),
  type: oneOf(types, raw.type),
  level: oneOf(levels, raw.level),
  isFree: oneOf(answers, raw.isFree),
  is_certification: oneOf(answers, raw.is_certification),
  tools_technologies: text(raw.tools_technologies),
  features: text(raw.features),
  min_rating: stars.find((n) => n === Number(raw.min_rating)),
  sort: oneOf(sorts, raw.sort),
  page: Number.isInteger(raw.page) && Number(raw.page) > 1 ? Number(raw.page) : undefined,
})

/** Whether any filter is set. Sort order and page are not filters. */
export const isNarrowed = ({ sort: _, page: __, ...rest }: CourseFilters) => Object.values(rest).some(Boolean)

/** Changes some filters and returns to the first page. */
export function narrowed({ page: _, ...filters }: CourseFilters, change: Loose): CourseFilters {
  const next: CourseFilters = {}
  for (const [name, value] of Object.entries({ ...filters, ...change })) {
    if (value) Object.assign(next, { [name]: value })
  }
  return next
}
