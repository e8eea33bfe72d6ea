/** Query keys of when instructors may be booked. */
export const availabilityKeys = {
  all: ['availability'] as const,
  one: (id: string) => [...availabilityKeys.all, 'one', id] as const,
  external: () => [...availabilityKeys.all, 'external'] as const,
  offered: (instructorId: string, startDate: string, timezone: string) =>
    [...availabilityKeys.all, 'offered', instructorId, startDate, timezone] as const,
}
