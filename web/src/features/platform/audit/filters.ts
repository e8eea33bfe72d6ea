/** What the log is narrowed to; it stands in the address. */
export type AuditFilters = {
  /** Id of who did it. */
  actor?: string
  /** Id of what it was done to. */
  target?: string
  /** An action, or its first word. */
  action?: string
  /** Days in UTC. */
  from?: string
  to?: string
}
