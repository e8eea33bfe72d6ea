/** Query keys of feedback on the site. */
export const feedbackKeys = {
  all: ['site-feedback'] as const,
  form: ['site-feedback-form'] as const,
  published: ['site-feedback', 'published'] as const,
  list: (filters: object) => [...feedbackKeys.all, 'list', filters] as const,
}
