/** Query keys of holidays. */
export const holidayKeys = {
  all: ['holidays'] as const,
  calendars: () => [...holidayKeys.all, 'calendars'] as const,
  one: (calendar: string) => [...holidayKeys.all, 'one', calendar] as const,
}
