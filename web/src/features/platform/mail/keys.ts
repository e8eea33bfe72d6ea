/** Query keys of the emails that were sent. */
export const mailKeys = {
  all: ['mail'] as const,
  list: (page: number) => [...mailKeys.all, 'list', page] as const,
  one: (id: string) => [...mailKeys.all, 'one', id] as const,
}
