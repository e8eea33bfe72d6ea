/** Query keys of imports of posts. */
export const postImportKeys = {
  one: (id: string) => ['blog-imports', id] as const,
}
