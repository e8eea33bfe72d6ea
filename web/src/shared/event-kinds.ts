import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'

/** What happens to accounts and what users do, by kind as in the security log and the activity of a user. */
const kinds: Record<string, MessageDescriptor> = {
  signed_in: msg`Signed in`,
  sign_in_failed: msg`Sign-in failed`,
  signed_out: msg`Signed out`,
  locked_out: msg`Locked after failed attempts`,
  locked_by_hand: msg`Locked by an administrator`,
  unlocked: msg`Unlocked`,
  password_check_failed: msg`Password check failed`,
  password_changed: msg`Password changed`,
  password_voided: msg`New password required`,
  email_changed: msg`Email address changed`,
  email_verified: msg`Email address confirmed`,
  roles_changed: msg`Roles changed`,
  switched_on: msg`Account reactivated`,
  switched_off: msg`Account deactivated`,
  account_closed: msg`Account deletion requested`,
  account_reopened: msg`Account deletion cancelled`,
  session_ended: msg`Session ended`,
  sessions_ended: msg`Other sessions ended`,
  session_ended_by_admin: msg`Signed out by an administrator`,
  session_over_limit: msg`Session ended: too many at once`,
  session_reused: msg`Session ended: its token was used twice`,
  identity_connected: msg`Sign-in provider connected`,
  identity_removed: msg`Sign-in provider disconnected`,
  authenticator_added: msg`Authenticator app added`,
  authenticator_removed: msg`Authenticator app removed`,
  passkey_added: msg`Passkey added`,
  passkey_removed: msg`Passkey removed`,
  passkey_refused: msg`Passkey refused: it may have been copied`,
  recovery_codes_renewed: msg`Recovery codes renewed`,
  recovery_code_used: msg`Recovery code used`,
  second_step_failed: msg`Two-factor authentication failed`,
  second_step_locked: msg`Two-factor authentication locked`,
  second_step_reset: msg`Two-factor authentication reset`,
  administrator_acted: msg`Administrator acted as this user`,
  enrolled: msg`Enrolled`,
  applied: msg`Applied for a role`,
  course_created: msg`Course created`,
  video_added: msg`Video uploaded`,
  watched: msg`Video watched`,
  administered: msg`Administrative action`,
}

/** The name of a kind of event. One that this version of the app does not know yet is made readable: `signed_in` is "Signed in". */
export function eventName(kind: string) {
  const name = kinds[kind]
  if (name) return t(name)
  const words = kind.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
