/** Query keys of what several features read. */
export const sharedKeys = {
  paymentProviders: ['payment-providers'] as const,
  classrooms: ['classrooms'] as const,
}
