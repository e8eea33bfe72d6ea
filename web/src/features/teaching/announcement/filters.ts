import type { Schema } from '@/api/client'

type Announcement = Schema<'Announcement'>

/** The filters of the list of those who announce, kept in the URL. */
export type ManagedFilters = {
  search?: string
  status?: Announcement['status']
  type?: Announcement['type']
  priority?: Announcement['priority']
  page?: number
}
