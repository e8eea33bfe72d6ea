import type { Schema } from '@/api/client'

/** What the library is narrowed to; it stands in the address. */
export type VideoFilters = { search?: string; status?: Schema<'Video'>['status']; courseId?: string; page?: number }
