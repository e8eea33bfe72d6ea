/** Query keys of coupons. */
export const couponKeys = {
  all: ['coupons'] as const,
  page: (page: number) => [...couponKeys.all, 'page', page] as const,
  one: (id: string) => [...couponKeys.all, 'one', id] as const,
  uses: (id: string, page: number) => [...couponKeys.all, 'uses', id, page] as const,
  courses: (search: string) => [...couponKeys.all, 'courses', search] as const,
}
