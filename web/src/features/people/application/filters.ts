import type { Schema } from '@/api/client'

/** The filters of the list, kept in the URL. */
export type ApplicationFilters = { status?: Schema<'Application'>['status']; page?: number }
