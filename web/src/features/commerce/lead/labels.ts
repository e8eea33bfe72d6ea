import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

import type { Schema } from '@/api/client'

type Lead = Schema<'Lead'>

export const statuses = ['new', 'contacted', 'qualified', 'proposal', 'won', 'lost', 'spam'] as const
export const kinds = ['contact', 'enroll_form', 'brochure', 'corporate_training'] as const
export const formats = ['online', 'on_site', 'either'] as const

export const statusLabels: Record<Lead['status'], MessageDescriptor> = {
  new: msg({ message: 'New', context: 'lead' }),
  contacted: msg`Contacted`,
  qualified: msg`Qualified`,
  proposal: msg`Proposal`,
  won: msg`Won`,
  lost: msg`Lost`,
  spam: msg`Spam`,
}

export const kindLabels: Record<Lead['kind'], MessageDescriptor> = {
  contact: msg`Message`,
  enroll_form: msg`Question about a course`,
  brochure: msg`Brochure request`,
  corporate_training: msg`Training for a company`,
}

export const formatLabels: Record<(typeof formats)[number], MessageDescriptor> = {
  online: msg`Online`,
  on_site: msg`At your company`,
  either: msg`Online or at your company`,
}
