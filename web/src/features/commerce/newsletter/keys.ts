/** Query keys of the newsletter. */
export const newsletterKeys = {
  form: ['newsletter-form'] as const,
  preferences: (token: string) => ['newsletter-preferences', token] as const,
  all: ['newsletter'] as const,
  lists: ['newsletter', 'lists'] as const,
  subscribers: (filters: object) => ['newsletter', 'subscribers', filters] as const,
  campaigns: ['newsletter', 'campaigns'] as const,
  campaign: (id: string) => ['newsletter', 'campaign', id] as const,
  preview: (id: string, tag: string) => ['newsletter', 'campaign', id, 'preview', tag] as const,
  deliveries: (id: string, state: string) => ['newsletter', 'campaign', id, 'deliveries', state] as const,
}
