/** The filters of the tags of the blog, kept in the URL. */
export type TagFilters = { query?: string; page?: number }

type Loose<T> = { [K in keyof T]?: T[K] | undefined }

/** Parses a URL's query; what is invalid becomes undefined. */
export const readTagFilters = (raw: Record<string, unknown>): Loose<TagFilters> => ({
  query: typeof raw.query === 'string' || typeof raw.query === 'number' ? String(raw.query) : undefined,
  page: Number.isInteger(raw.page) && Number(raw.page) > 1 ? Number(raw.page) : undefined,
})
