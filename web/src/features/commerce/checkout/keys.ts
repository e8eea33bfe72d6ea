/** Query keys of what somebody is about to buy. */
export const checkoutKeys = {
  all: ['checkout'] as const,
  quote: (cart: object) => [...checkoutKeys.all, 'quote', cart] as const,
  testDealings: (id: string) => [...checkoutKeys.all, 'test dealings', id] as const,
  testPayment: (id: string) => [...checkoutKeys.all, 'test', id] as const,
}
