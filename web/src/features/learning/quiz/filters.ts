import type { Schema } from '@/api/client'

/** What the question bank is narrowed to; it stands in the address. */
export type QuestionFilters = { search?: string; tag?: string; kind?: Schema<'Question'>['kind'] }
