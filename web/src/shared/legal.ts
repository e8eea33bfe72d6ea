import type { Schema } from '@/api/client'

/** The kinds of legal documents. */
export type LegalKind = Schema<'DocumentVersion'>['kind']

/** What each kind is called, and the page where everybody reads it. */
export const legalDocuments = {
  terms: { title: 'Terms of use', name: 'terms of use', to: '/terms' },
  privacy: { title: 'Privacy policy', name: 'privacy policy', to: '/privacy' },
} as const satisfies Record<LegalKind, { title: string; name: string; to: string }>
