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
export const kinds: Record<string, string> = {
  signed_in: 'Signed in',
  sign_in_failed: 'Sign-in failed',
  signed_out: 'Signed out',
  locked_out: 'Locked out',
  locked_by_hand: 'Locked by hand',
  unlocked: 'Unlocked',
  second_step_failed: 'Second step failed',
  password_changed: 'Password changed',
  password_voided: 'Password voided',
  email_changed: 'Address changed',
  roles_changed: 'Roles changed',
  session_reused: 'Session used twice',
  administrator_acted: 'An administrator acted',
}
