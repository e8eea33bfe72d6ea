/** Query keys of lockouts. */
export const lockoutKeys = {
  all: ['lockouts'] as const,
  lists: () => [...lockoutKeys.all, 'locked'] as const,
  list: (page: number) => [...lockoutKeys.lists(), page] as const,
  stats: (days: number) => [...lockoutKeys.all, 'stats', days] as const,
}
