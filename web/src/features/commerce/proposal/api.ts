import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { api, file, one, type Schema } from '@/api/client'
import { saveFile } from '@/shared/save-file'

import { proposalKeys } from './keys'

export type Proposal = Schema<'Proposal'>
export type OpenProposal = Schema<'OpenProposal'>
export type ProposalLine = Schema<'ProposalLine'>
export type ProposalEdit = Schema<'ProposalEdit'>

/** All versions of the proposals to a lead, newest first. */
export const proposalsQuery = (leadId: string) =>
  queryOptions({
    queryKey: proposalKeys.of(leadId),
    queryFn: () => one(api.GET('/corporate-training/{id}/proposals', { params: { path: { id: leadId } } })),
  })

/** A mutation after which the proposals to a lead are fetched again, also when it was refused. */
function useOnProposals<V, R>(leadId: string, mutationFn: (variables: V) => Promise<R>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSettled: () => client.invalidateQueries({ queryKey: proposalKeys.of(leadId) }),
  })
}

/** Adds a version, or changes a draft. */
export const useSaveProposal = (leadId: string, draft: string | undefined) =>
  useOnProposals(leadId, (body: ProposalEdit) =>
    draft
      ? one(
          api.PUT('/corporate-training/{id}/proposals/{proposalId}', {
            params: { path: { id: leadId, proposalId: draft }, header: { 'If-Match': '*' } },
            body,
          }),
        )
      : one(api.POST('/corporate-training/{id}/proposals', { params: { path: { id: leadId } }, body })),
  )

export const useSendProposal = (leadId: string) =>
  useOnProposals(leadId, (proposalId: string) =>
    one(
      api.POST('/corporate-training/{id}/proposals/{proposalId}/send', {
        params: { path: { id: leadId, proposalId } },
      }),
    ),
  )

export const useDeleteProposal = (leadId: string) =>
  useOnProposals(leadId, (proposalId: string) =>
    one(
      api.DELETE('/corporate-training/{id}/proposals/{proposalId}', { params: { path: { id: leadId, proposalId } } }),
    ),
  )

/** Downloads a proposal as a PDF. */
export const useProposalFile = (leadId: string) =>
  useMutation({
    mutationFn: ({ id, number, version }: Proposal) =>
      file(
        api.GET('/corporate-training/{id}/proposals/{proposalId}/pdf', {
          params: { path: { id: leadId, proposalId: id } },
          parseAs: 'blob',
        }),
      ).then((pdf) => saveFile(pdf, `${number}-${version}.pdf`)),
  })

/** The proposal of a private link. */
export const openProposalQuery = (token: string) =>
  queryOptions({
    queryKey: proposalKeys.open(token),
    queryFn: () => one(api.GET('/corporate-training/proposals/{token}', { params: { path: { token } } })),
  })

/** The address of its PDF. */
export const openFileAddress = (token: string) => `/api/v1/corporate-training/proposals/${token}/pdf`

function useOnOpenProposal<V>(token: string, mutationFn: (variables: V) => Promise<OpenProposal>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: (now) => client.setQueryData(proposalKeys.open(token), now),
  })
}

export const useAcceptProposal = (token: string) =>
  useOnOpenProposal(token, (body: Schema<'ProposalAcceptance'>) =>
    one(api.POST('/corporate-training/proposals/{token}/accept', { params: { path: { token } }, body })),
  )

export const useDeclineProposal = (token: string) =>
  useOnOpenProposal(token, (body: Schema<'ProposalRefusal'>) =>
    one(api.POST('/corporate-training/proposals/{token}/decline', { params: { path: { token } }, body })),
  )
