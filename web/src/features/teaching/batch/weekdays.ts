export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
export type Weekday = (typeof weekdays)[number]

/** The weekday of a date, `2026-11-20`; undefined for none. */
export function weekdayOf(date: string): Weekday | undefined {
  const at = new Date(`${date}T00:00:00Z`)
  return weekdays[(at.getUTCDay() + 6) % 7]
}
