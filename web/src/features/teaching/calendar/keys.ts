import { batchKeys } from '@/features/teaching/batch/keys'

/** Query keys of calendars: below those of batches, whose changes they show. */
export const calendarKeys = {
  sessions: (from: string, to: string, people: string[], room: string, withRooms: boolean) =>
    [...batchKeys.all, 'calendar', { from, to, people, room, withRooms }] as const,
  employees: [...batchKeys.all, 'employee-meetings'] as const,
  feeds: ['calendar-feeds'] as const,
  instructors: (search: string) => ['calendar-instructors', { search }] as const,
}
