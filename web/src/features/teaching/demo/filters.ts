const statuses = ['confirmed', 'pending', 'rescheduled', 'completed', 'cancelled', 'no_show'] as const

/** A status of bookings; `pending` are over without an outcome, `rescheduled` are confirmed and were moved. */
export type DemoStatusFilter = (typeof statuses)[number]

/** The filters of the list of demo classes for staff, kept in the URL. Days are YYYY-MM-DD. */
export type DemoFilters = {
  status?: DemoStatusFilter
  startDate?: string
  endDate?: string
  page?: number
}

type Loose = { [K in keyof DemoFilters]?: DemoFilters[K] | undefined }

export const statusOf = (value: unknown) => statuses.find((status) => status === value)

const dayOf = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined

/** Parses a URL's query; what is invalid becomes undefined. */
export const readDemoFilters = (raw: Record<string, unknown>): Loose => ({
  status: statusOf(raw.status),
  startDate: dayOf(raw.startDate),
  endDate: dayOf(raw.endDate),
  page: Number.isInteger(raw.page) && Number(raw.page) > 1 ? Number(raw.page) : undefined,
})

/** The days of a filter. */
export const periodOf = ({ startDate, endDate }: DemoFilters) => ({
  ...(startDate && { startDate }),
  ...(endDate && { endDate }),
})

/** The filters with a change, on the first page; an undefined or empty value removes a filter. */
export function narrowed(filters: DemoFilters, change: Loose): DemoFilters {
  const { status, startDate, endDate } = { ...filters, ...change }
  return { ...(status && { status }), ...(startDate && { startDate }), ...(endDate && { endDate }) }
}

/** Parses the query of the booking page: `mine` shows what the user has booked. */
export const readOwnFilters = (raw: Record<string, unknown>): { mine?: true; page?: number } => ({
  ...(raw.mine === true && { mine: true as const }),
  ...(Number.isInteger(raw.page) && Number(raw.page) > 1 && { page: Number(raw.page) }),
})
