/** Query keys of what somebody is about to buy. */
export const checkoutKeys = {
  all: ['checkout'] as const,
  quote: (cart: object) => [...checkoutKeys.all, 'quote', cart] as const,
  testEvents: (id: string) => [...checkoutKeys.all, 'test events', id] as const,
  testPayment: (id: string) => [...checkoutKeys.all, 'test', id] as const,
}
