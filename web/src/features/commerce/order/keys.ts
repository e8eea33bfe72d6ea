/** Query keys of orders and their documents. */
export const orderKeys = {
  all: ['orders'] as const,
  one: (id: string) => [...orderKeys.all, 'one', id] as const,
  progress: (id: string) => [...orderKeys.all, 'progress', id] as const,
  mine: (page: number) => [...orderKeys.all, 'mine', page] as const,
  ofCompany: (companyId: string, page: number) => [...orderKeys.all, 'company', companyId, page] as const,
  receipts: (page: number) => [...orderKeys.all, 'receipts', page] as const,
  documents: (orderId: string) => [...orderKeys.all, 'documents', orderId] as const,
  everybodys: (filters: object, page: number) => [...orderKeys.all, 'everybodys', filters, page] as const,
  transfer: (id: string) => [...orderKeys.all, 'transfer', id] as const,
  transfers: ['orders', 'transfers'] as const,
  held: ['orders', 'held'] as const,
  disputes: ['orders', 'disputes'] as const,
  stats: (filters: object) => [...orderKeys.all, 'stats', filters] as const,
  series: ['orders', 'series'] as const,
  plans: ['orders', 'plans'] as const,
}
