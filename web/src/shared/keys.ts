/** Query keys of what several features read. */
export const sharedKeys = {
  paymentProviders: ['payment-providers'] as const,
  offeredProviders: (currency: string, amount: number) => ['payment-providers', currency, amount] as const,
  classrooms: ['classrooms'] as const,
}
