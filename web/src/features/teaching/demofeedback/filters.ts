const periods = ['day', 'week', 'month'] as const

export type Period = (typeof periods)[number]

/** The filters of the figures, kept in the URL. Days are YYYY-MM-DD. */
export type FeedbackFilters = {
  period?: Period
  startDate?: string
  endDate?: string
  instructorId?: string
  page?: number
}

type Loose = { [K in keyof FeedbackFilters]?: FeedbackFilters[K] | undefined }

export const periodOf = (value: unknown) => periods.find((period) => period === value)

const dayOf = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined

/** Parses a URL's query; what is invalid becomes undefined. */
export const readFeedbackFilters = (raw: Record<string, unknown>): Loose => ({
  period: periodOf(raw.period),
  startDate: dayOf(raw.startDate),
  endDate: dayOf(raw.endDate),
  instructorId: typeof raw.instructorId === 'string' ? raw.instructorId : undefined,
  page: Number.isInteger(raw.page) && Number(raw.page) > 1 ? Number(raw.page) : undefined,
})

/** The filters with a change, on the first page; an undefined or empty value removes a filter. */
export function narrowed(filters: FeedbackFilters, change: Loose): FeedbackFilters {
  const { period, startDate, endDate, instructorId } = { ...filters, ...change }
  return {
    ...(period && { period }),
    ...(startDate && { startDate }),
    ...(endDate && { endDate }),
    ...(instructorId && { instructorId }),
  }
}
