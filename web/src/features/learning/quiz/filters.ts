import type { Schema } from '@/api/client'

/** The filters of the question bank, kept in the URL. */
export type QuestionFilters = { search?: string; tag?: string; kind?: Schema<'Question'>['kind'] }
