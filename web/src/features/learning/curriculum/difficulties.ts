import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

import type { TemplateFilters } from './filters'

type Difficulty = NonNullable<TemplateFilters['difficulty']>
export const difficulties: Record<Difficulty, MessageDescriptor> = {
  beginner: msg`Beginner`,
  intermediate: msg`Intermediate`,
  advanced: msg`Advanced`,
}
export const difficultyOf = (value: string) =>
  value === 'beginner' || value === 'intermediate' || value === 'advanced' ? value : undefined
