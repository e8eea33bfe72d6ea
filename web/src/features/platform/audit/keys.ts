import type { AuditFilters } from './filters'

/** Query keys of the audit log. */
export const auditKeys = {
  all: ['audit'] as const,
  list: (filters: AuditFilters) => [...auditKeys.all, filters] as const,
}
