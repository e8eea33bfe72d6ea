/** Query keys of sent emails. */
export const mailKeys = {
  all: ['mail'] as const,
  list: (page: number) => [...mailKeys.all, 'list', page] as const,
  one: (id: string) => [...mailKeys.all, 'one', id] as const,
}
