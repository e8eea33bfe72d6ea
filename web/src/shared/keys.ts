/** Query keys of what several features read. */
export const sharedKeys = {
  paymentProviders: ['payment-providers'] as const,
  offeredProviders: (currency: string, amount: number) => ['payment-providers', currency, amount] as const,
  classrooms: ['classrooms'] as const,
}

/** Query keys of templates of certificates. */
export const certificateTemplateKeys = {
  all: ['certificate-templates'] as const,
  list: ['certificate-templates', 'list'] as const,
  one: (id: string) => ['certificate-templates', 'one', id] as const,
  svg: (id: string, version: number) => ['certificate-templates', 'svg', id, version] as const,
}
