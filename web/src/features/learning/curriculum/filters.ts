/** What the list of templates is narrowed to. */
export type TemplateFilters = {
  category?: string
  difficulty?: 'beginner' | 'intermediate' | 'advanced'
  page?: number
}
