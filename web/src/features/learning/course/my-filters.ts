const shows = ['in_progress', 'not_started', 'completed', 'pending', 'saved'] as const
const orders = ['recent', 'title', 'progress'] as const

export type Show = (typeof shows)[number]
export type Order = (typeof orders)[number]

/** Which of the user's own courses are listed and in which order, kept in the URL. The order is `recent` where none is given. */
export type MyFilters = { search?: string; show?: Show; sort?: Order; page?: number }

type Loose = { [K in keyof MyFilters]?: MyFilters[K] | undefined }

export const showOf = (value: unknown) => shows.find((show) => show === value)
export const orderOf = (value: unknown) => orders.find((order) => order === value)

/** Parses a URL's query; what is invalid becomes undefined. */
export const readMyFilters = (raw: Record<string, unknown>): Loose => ({
  search: typeof raw.search === 'string' || typeof raw.search === 'number' ? String(raw.search) : undefined,
  show: showOf(raw.show),
  sort: orderOf(raw.sort),
  page: Number.isInteger(raw.page) && Number(raw.page) > 1 ? Number(raw.page) : undefined,
})

/** Whether only some of the courses are listed. */
export const isNarrowed = ({ search, show, page }: MyFilters) => Boolean(search || show || page)

/** Changes some filters and returns to the first page. */
export function narrowed({ page: _, ...filters }: MyFilters, change: Loose): MyFilters {
  const next: MyFilters = {}
  for (const [name, value] of Object.entries({ ...filters, ...change })) {
    if (value) Object.assign(next, { [name]: value })
  }
  return next
}
