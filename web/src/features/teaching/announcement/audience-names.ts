import { plural, t } from '@lingui/core/macro'

import type { Schema } from '@/api/client'

import { groupLabels } from './labels'

/** The audiences of an announcement in words. */
export const audienceNames = (audiences: Schema<'AudienceName'>[]) =>
  audiences.map(({ audience, name, count }) => {
    if (audience === 'specificStudents') return plural(count, { one: '# student', other: '# students' })
    const label = groupLabels[audience]
    return label ? t(label) : name
  })
