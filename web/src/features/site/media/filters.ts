/** The filters of the media library, kept in the URL. */
export type MediaFilters = { search?: string; page?: number }

type Loose<T> = { [K in keyof T]?: T[K] | undefined }

/** Parses a URL's query; what is invalid becomes undefined. */
export const readMediaFilters = (raw: Record<string, unknown>): Loose<MediaFilters> => ({
  search: typeof raw.search === 'string' || typeof raw.search === 'number' ? String(raw.search) : undefined,
  page: Number.isInteger(raw.page) && Number(raw.page) > 1 ? Number(raw.page) : undefined,
})
