/** The filters of the log, kept in the URL. */
export type AuditFilters = {
  /** Id of the user who acted. */
  actor?: string
  /** Id of what was acted upon. */
  target?: string
  /** An action, or its first word. */
  action?: string
  /** Days in UTC. */
  from?: string
  to?: string
}
