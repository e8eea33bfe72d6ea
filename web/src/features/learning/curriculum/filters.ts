/** The filters of the list of templates. */
export type TemplateFilters = {
  category?: string
  difficulty?: 'beginner' | 'intermediate' | 'advanced'
  page?: number
}
