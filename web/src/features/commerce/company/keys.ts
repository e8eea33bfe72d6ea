/** Query keys of companies. */
export const companyKeys = {
  all: ['companies'] as const,
  mine: () => [...companyKeys.all, 'mine'] as const,
  list: (search: string, page: number) => [...companyKeys.all, 'list', search, page] as const,
  one: (id: string) => [...companyKeys.all, 'one', id] as const,
  people: (id: string, search: string) => [...companyKeys.one(id), 'people', search] as const,
  invitations: (id: string) => [...companyKeys.one(id), 'invitations'] as const,
  pools: (id: string) => [...companyKeys.one(id), 'pools'] as const,
  seats: (id: string) => [...companyKeys.one(id), 'seats'] as const,
  report: (id: string, report: string) => [...companyKeys.one(id), 'report', report] as const,
  seatQuote: (id: string, cart: object) => [...companyKeys.one(id), 'quote', cart] as const,
  currencies: () => [...companyKeys.all, 'currencies'] as const,
  courses: (search: string) => [...companyKeys.all, 'courses', search] as const,
  preview: (token: string) => [...companyKeys.all, 'invitation', token] as const,
}
