import type { BatchFilters } from './filters'

/** Query keys of batches. */
export const batchKeys = {
  all: ['batches'] as const,
  list: (of: string, filters: BatchFilters) => [...batchKeys.all, 'list', of, filters] as const,
  open: (courseId: string) => [...batchKeys.all, 'open', courseId] as const,
  next: () => [...batchKeys.all, 'next'] as const,
  one: (id: string) => [...batchKeys.all, 'one', id] as const,
  course: (id: string) => [...batchKeys.all, 'course', id] as const,
  check: (wanted: string | undefined) => [...batchKeys.all, 'check', wanted] as const,
  currencies: () => [...batchKeys.all, 'currencies'] as const,
  quote: (wanted: string | undefined) => [...batchKeys.all, 'quote', wanted] as const,
  copy: (id: string, copy: string) => [...batchKeys.one(id), 'copy', copy] as const,
  members: (id: string, search: string, page: number) => [...batchKeys.one(id), 'members', search, page] as const,
  roster: (id: string) => [...batchKeys.one(id), 'roster'] as const,
  /** Apart from all others: once the member has gone, the question makes no sense, so it is not asked again. */
  transfer: (id: string, studentId: string, to: string) => ['batch transfer', id, studentId, to] as const,
  /** Apart from all others too: what was converted can't be converted again. */
  conversion: (id: string, wanted: string) => ['batch conversion', id, wanted] as const,
  /** Apart from all others too: what was changed is not tried again. */
  trial: (id: string, wanted: string | undefined) => ['batch trial', id, wanted] as const,
  session: (id: string, sessionId: string) => [...batchKeys.one(id), 'session', sessionId] as const,
  learners: (courseId: string, search: string) => [...batchKeys.all, 'learners', courseId, search] as const,
}
