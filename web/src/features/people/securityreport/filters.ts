/** The filters of the log, kept in the URL. */
export type SecurityFilters = {
  search?: string
  kind?: string
  /** A network as the log has it, or an address. */
  network?: string
  /** Days in UTC. */
  from?: string
  to?: string
}

/** Kinds of events that are looked for most. */
export const kinds = [
  'signed_in',
  'sign_in_failed',
  'signed_out',
  'locked_out',
  'locked_by_hand',
  'unlocked',
  'second_step_failed',
  'password_changed',
  'password_voided',
  'email_changed',
  'roles_changed',
  'session_reused',
  'administrator_acted',
]
