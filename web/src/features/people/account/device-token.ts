import type { Schema } from '@/api/client'

// One per account that has signed in here, so that other people's failed attempts at an address do not lock its owner
// out of their own device.
const key = (email: string) => `lectern.device-token.${email.trim().toLowerCase()}`

/**
 * The field of a sign-in request by which the server recognizes this device; absent if the account never signed in
 * here.
 */
export function knownDevice(email: string): Pick<Schema<'Credentials'>, 'deviceToken'> {
  const deviceToken = window.localStorage.getItem(key(email))
  return deviceToken ? { deviceToken } : {}
}

/** Stores the token of a response. If the response has none, the token that was sent stays valid. */
export function rememberDevice({ user, deviceToken }: Schema<'SignedIn'>) {
  if (deviceToken) window.localStorage.setItem(key(user.email), deviceToken)
}
