import type { Schema } from '@/api/client'

/** The filters of the library, kept in the URL. */
export type VideoFilters = { search?: string; status?: Schema<'Video'>['status']; courseId?: string; page?: number }
