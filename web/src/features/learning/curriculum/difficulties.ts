import type { TemplateFilters } from './filters'

type Difficulty = NonNullable<TemplateFilters['difficulty']>
export const difficulties: Record<Difficulty, string> = {
  beginner: 'Beginner',
  intermediate: 'Intermediate',
  advanced: 'Advanced',
}
export const choices = Object.entries(difficulties).map(([value, label]) => ({ value, label }))
export const difficultyOf = (value: string) =>
  value === 'beginner' || value === 'intermediate' || value === 'advanced' ? value : undefined
