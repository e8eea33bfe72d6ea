/** Query keys of leads and their forms. */
export const leadKeys = {
  all: ['leads'] as const,
  form: ['lead-form'] as const,
  list: (filters: object) => [...leadKeys.all, 'list', filters] as const,
  one: (id: string) => [...leadKeys.all, 'one', id] as const,
  administrators: ['lead-administrators'] as const,
}
