export const postStatuses = ['draft', 'scheduled', 'published', 'archived', 'deleted'] as const

/** The filters of the blog, kept in the URL: the slug of a tag, or words. */
export type PostFilters = { tag?: string; search?: string; page?: number }

/** The filters of the posts that the user writes, kept in the URL. */
export type ManageFilters = {
  search?: string
  status?: (typeof postStatuses)[number]
  to_review?: true
  page?: number
}

type Loose<T> = { [K in keyof T]?: T[K] | undefined }

const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : undefined)
const pageNumber = (value: unknown) => (Number.isInteger(value) && Number(value) > 1 ? Number(value) : undefined)

/** Parses a URL's query; what is invalid becomes undefined. */
export const readPostFilters = (raw: Record<string, unknown>): Loose<PostFilters> => ({
  tag: text(raw.tag),
  search: text(raw.search),
  page: pageNumber(raw.page),
})

export const readManageFilters = (raw: Record<string, unknown>): Loose<ManageFilters> => ({
  search: text(raw.search),
  status: postStatuses.find((status) => status === raw.status),
  to_review: raw.to_review === true ? true : undefined,
  page: pageNumber(raw.page),
})
