import { i18n } from '@lingui/core'

const month = (value: string, options: Intl.DateTimeFormatOptions) =>
  i18n.date(`${value}-01T00:00:00Z`, { ...options, timeZone: 'UTC' })

/** A month such as 2026-09, written out. */
export const monthName = (value: string) => month(value, { month: 'long', year: 'numeric' })

/** A month such as 2026-09, for an axis. */
export const monthShort = (value: string) => month(value, { month: 'short', year: '2-digit' })
