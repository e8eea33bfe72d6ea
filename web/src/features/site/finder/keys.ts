/** Query keys of the search over everything. */
export const finderKeys = {
  /** What a user finds: others may see other things. */
  found: (userId: string, query: string) => ['search', userId, query] as const,
}
