const statuses = ['Upcoming', 'Active', 'Completed', 'Cancelled'] as const
const types = ['group', 'individual'] as const
const sorts = ['start_date', 'createdAt', 'batch_name', 'fill'] as const

export type BatchStatus = (typeof statuses)[number]
export type BatchType = (typeof types)[number]
export type BatchSort = (typeof sorts)[number]

/** The filters and order of a list of batches, kept in the URL. */
export type BatchFilters = {
  search?: string
  status?: BatchStatus
  type?: BatchType
  archived?: true
  sort?: BatchSort
  page?: number
}

type Loose = { [K in keyof BatchFilters]?: BatchFilters[K] | undefined }

export const statusOf = (value: unknown) => statuses.find((status) => status === value)
export const typeOf = (value: unknown) => types.find((type) => type === value)
export const sortOf = (value: unknown) => sorts.find((sort) => sort === value)

/** Parses a URL's query; what is invalid becomes undefined. */
export const readBatchFilters = (raw: Record<string, unknown>): Loose => ({
  search: typeof raw.search === 'string' || typeof raw.search === 'number' ? String(raw.search) : undefined,
  status: statusOf(raw.status),
  type: typeOf(raw.type),
  archived: raw.archived === true ? true : undefined,
  sort: sortOf(raw.sort),
  page: Number.isInteger(raw.page) && Number(raw.page) > 1 ? Number(raw.page) : undefined,
})

/** Whether any filter is set. */
export const isNarrowed = ({ sort: _, page: __, ...filters }: BatchFilters) => Object.keys(filters).length > 0

/** The filters with a change, on the first page; an undefined or empty value removes a filter. */
export function narrowed(filters: BatchFilters, change: Loose): BatchFilters {
  const { search, status, type, archived, sort } = { ...filters, ...change }
  return {
    ...(search && { search }),
    ...(status && { status }),
    ...(type && { type }),
    ...(archived && { archived }),
    ...(sort && { sort }),
  }
}
