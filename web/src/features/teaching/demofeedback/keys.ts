/** Query keys of feedback on demo classes. */
export const demoFeedbackKeys = {
  all: ['demo-feedback'] as const,
  link: (token: string) => [...demoFeedbackKeys.all, 'link', token] as const,
  stats: (filters: object) => [...demoFeedbackKeys.all, 'stats', filters] as const,
  own: () => [...demoFeedbackKeys.all, 'own'] as const,
  available: () => [...demoFeedbackKeys.all, 'available'] as const,
  list: (filters: object) => [...demoFeedbackKeys.all, 'list', filters] as const,
}
