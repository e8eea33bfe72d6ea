import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { api, one, type Schema, tagged } from '@/api/client'
import { schoolKeys } from '@/features/people/school/keys'
import { isStale } from '@/shared/base-version'
import type { LegalKind } from '@/shared/legal'
import { useReauthentication } from '@/shared/reauthentication'

import { termsKeys } from './keys'

export type LegalText = Schema<'DocumentText'>
export type Draft = { value: Schema<'LegalDraft'>; tag: string }

/** A version of a document; the newest if none is named. */
export const documentQuery = (kind: LegalKind, version: number | undefined) =>
  queryOptions({
    queryKey: termsKeys.document(kind, version),
    queryFn: ({ signal }) =>
      one(
        api.GET('/legal-documents/{kind}', { params: { path: { kind }, query: version ? { version } : {} }, signal }),
      ),
  })

export const versionsQuery = (kind: LegalKind) =>
  queryOptions({
    queryKey: termsKeys.versions(kind),
    queryFn: ({ signal }) => one(api.GET('/legal-documents/{kind}/versions', { params: { path: { kind } }, signal })),
  })

/** What the user must accept before they go on, and what they have accepted. */
export const acceptancesQuery = () =>
  queryOptions({
    queryKey: termsKeys.acceptances(),
    queryFn: ({ signal }) => one(api.GET('/legal-acceptances', { signal })),
    staleTime: 0,
  })

/** Accepts versions, then repeats the requests that were refused until then. */
export function useAccept() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (documents: Schema<'DocumentVersion'>[]) =>
      one(api.POST('/legal-acceptances', { body: { documents } })),
    onSuccess: () => client.invalidateQueries(),
    onError: () => client.invalidateQueries({ queryKey: termsKeys.acceptances() }), // there is a newer version
  })
}

export const draftQuery = (kind: LegalKind) =>
  queryOptions({
    queryKey: termsKeys.draft(kind),
    queryFn: () => tagged(api.GET('/legal-documents/{kind}/draft', { params: { path: { kind } } })),
  })

const at = (kind: LegalKind, tag: string) => ({
  params: { path: { kind }, header: { 'If-Match': tag } },
})

export function useSaveDraft(kind: LegalKind) {
  const client = useQueryClient()
  const refetch = () => client.invalidateQueries({ queryKey: termsKeys.draft(kind) })
  return useMutation({
    mutationFn: ({ texts, tag }: { texts: LegalText[]; tag: string }) =>
      one(api.PUT('/legal-documents/{kind}/draft', { ...at(kind, tag), body: { texts } })),
    onSuccess: refetch,
    onError: (error) => (isStale(error) ? refetch() : undefined),
  })
}

/** Publishes the draft, after a proof of identity. */
export function usePublish(kind: LegalKind) {
  const client = useQueryClient()
  const reauthenticated = useReauthentication()
  return useMutation({
    mutationFn: ({ requiresAcceptance, tag }: { requiresAcceptance: boolean; tag: string }) =>
      reauthenticated(() =>
        one(
          api.POST('/legal-documents/{kind}/publish', {
            ...at(kind, tag),
            body: { requires_acceptance: requiresAcceptance },
          }),
        ),
      ),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: termsKeys.all() }),
        client.invalidateQueries({ queryKey: schoolKeys.info() }),
      ]),
    onError: (error) => (isStale(error) ? client.invalidateQueries({ queryKey: termsKeys.draft(kind) }) : undefined),
  })
}
