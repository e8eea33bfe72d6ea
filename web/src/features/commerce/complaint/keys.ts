/** Query keys of complaints. */
export const complaintKeys = {
  all: ['complaints'] as const,
  form: ['complaint-form'] as const,
  own: (page: number) => [...complaintKeys.all, 'own', page] as const,
  thread: (key: string) => [...complaintKeys.all, 'thread', key] as const,
  list: (filters: object) => [...complaintKeys.all, 'list', filters] as const,
  one: (id: string) => [...complaintKeys.all, 'one', id] as const,
  stats: ['complaints', 'stats'] as const,
  administrators: ['complaint-administrators'] as const,
}
