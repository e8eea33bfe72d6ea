/** Query keys of dashboards. */
export const reportKeys = {
  all: ['report'] as const,
  dashboard: (role: string, company?: string) => ['report', 'dashboard', role, company ?? ''] as const,
  today: (role: string) => ['report', 'today', role] as const,
  metrics: ['report', 'metrics'] as const,
  series: (query: object) => ['report', 'series', query] as const,
  rows: (query: object) => ['report', 'rows', query] as const,
}
