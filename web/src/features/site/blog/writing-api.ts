// The tools that help authors to write.
import { queryOptions, useMutation } from '@tanstack/react-query'

import { api, one, type Schema } from '@/api/client'

import type { PostValues } from './draft-saving'
import { blogKeys } from './keys'

export type SuggestedTag = Schema<'SuggestedTag'>
export type WritingSuggestion = Schema<'WritingSuggestion'>
export type WritingSuggestions = Schema<'WritingSuggestions'>

/** The characters of HTML that the tools need at least, and take at most. */
export const contentLimits = { min: 100, max: 50_000 }

const textOf = ({ html, title }: PostValues) => ({ content: html, title })

export const useSuggestTags = (postId: string) =>
  useMutation({
    mutationFn: (values: PostValues) =>
      one(api.POST('/ai/blog/tags', { body: { ...textOf(values), postId, limit: 8 } })),
  })

export const useSuggestDescription = () =>
  useMutation({
    mutationFn: (values: PostValues) => one(api.POST('/ai/blog/meta-description', { body: textOf(values) })),
  })

export const useCheckText = () =>
  useMutation({
    mutationFn: (values: PostValues) =>
      one(
        api.POST('/ai/blog/suggestions', {
          body: {
            ...textOf(values),
            excerpt: values.excerpt,
            ...(values.language && { language: values.language }),
          },
        }),
      ),
  })

export type EnhancedText = Schema<'EnhancedText'>
export type WrittenPost = Schema<'WrittenPost'>
export type EnhanceRequest = Schema<'EnhanceRequest'>

/** Which tools there are. Without a language model nothing else is offered than what works offline. */
export const capabilitiesQuery = () =>
  queryOptions({
    queryKey: blogKeys.tools(),
    queryFn: () => one(api.GET('/ai/capabilities')),
    staleTime: 60_000,
  })

export const useEnhance = () =>
  useMutation({ mutationFn: (body: EnhanceRequest) => one(api.POST('/ai/blog/enhance', { body })) })

export const useWritePost = () =>
  useMutation({
    mutationFn: (body: Schema<'PromptRequest'>) => one(api.POST('/ai/blog/generate-from-prompt', { body })),
  })

/** Notes how much of what the language model wrote was taken. */
export const useJudge = () =>
  useMutation({
    mutationFn: ({ id, ...body }: { id: string } & Schema<'RunOutcome'>) =>
      one(api.PUT('/ai/runs/{id}/outcome', { params: { path: { id } }, body })),
  })
