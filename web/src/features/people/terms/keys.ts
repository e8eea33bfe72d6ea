import type { LegalKind } from '@/shared/legal'

/** Query keys of legal documents. */
export const termsKeys = {
  all: () => ['legal'] as const,
  document: (kind: LegalKind, version: number | undefined) => ['legal', kind, version ?? 'newest'] as const,
  versions: (kind: LegalKind) => ['legal', kind, 'versions'] as const,
  draft: (kind: LegalKind) => ['legal', kind, 'draft'] as const,
  acceptances: () => ['legal', 'acceptances'] as const,
}
