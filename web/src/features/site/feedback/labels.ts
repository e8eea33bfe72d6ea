import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

import type { SiteFeedback } from './api'

export const statuses = ['new', 'published', 'hidden'] as const

export const statusLabels: Record<SiteFeedback['status'], MessageDescriptor> = {
  new: msg({ message: 'New', context: 'feedback' }),
  published: msg({ message: 'Published', context: 'feedback' }),
  hidden: msg({ message: 'Hidden', context: 'feedback' }),
}
