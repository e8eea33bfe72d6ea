const sorts = ['name', 'rating', 'courses'] as const

/** The filters of the list of instructors, kept in the URL. */
export type InstructorFilters = {
  search?: string
  category?: string
  sort?: (typeof sorts)[number]
  page?: number
}

type Loose = { [K in keyof InstructorFilters]?: InstructorFilters[K] | undefined }

export const sortOf = (value: unknown) => sorts.find((sort) => sort === value)

/** Parses a URL's query; what is invalid becomes undefined. */
export const readInstructorFilters = (raw: Record<string, unknown>): Loose => ({
  search: textOf(raw.search),
  category: textOf(raw.category),
  sort: sortOf(raw.sort),
  page: Number.isInteger(raw.page) && Number(raw.page) > 1 ? Number(raw.page) : undefined,
})

const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : undefined)
