import type { InfiniteData } from '@tanstack/react-query'

/** Options of infiniteQueryOptions for lists paged by cursor. */
export const byCursor = {
  initialPageParam: '',
  getNextPageParam: ({ next }: { next: string | undefined }) => next,
}

/** The items of all pages loaded so far. */
export const allItems = <T>({ pages }: InfiniteData<{ items: T[] }, unknown>): T[] =>
  pages.flatMap(({ items }) => items)

/** The same, with the pagination of the first page. */
export const itemsAndPagination = <T, P>({ pages }: InfiniteData<{ items: T[]; pagination: P }, unknown>) => ({
  items: pages.flatMap(({ items }) => items),
  pagination: pages[0]?.pagination,
})
