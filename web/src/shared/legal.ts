import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

import type { Schema } from '@/api/client'

/** The kinds of legal documents. */
export type LegalKind = Schema<'DocumentVersion'>['kind']

/** What each kind is called, as a title and within a sentence, and the public page with its text. */
export const legalDocuments = {
  terms: { title: msg`Terms of use`, name: msg`terms of use`, to: '/terms' },
  privacy: { title: msg`Privacy policy`, name: msg`privacy policy`, to: '/privacy' },
} as const satisfies Record<LegalKind, { title: MessageDescriptor; name: MessageDescriptor; to: string }>
