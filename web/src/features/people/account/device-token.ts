import type { Schema } from '@/api/client'

// One for each account that has signed in here: what strangers get wrong about an address then locks nobody out of
// their own device.
const key = (email: string) => `lectern.device-token.${email.trim().toLowerCase()}`

/** The member of a sign-in by which the server knows this device; nothing where the account never signed in here. */
export function knownDevice(email: string): Pick<Schema<'Credentials'>, 'deviceToken'> {
  const deviceToken = window.localStorage.getItem(key(email))
  return deviceToken ? { deviceToken } : {}
}

/** Keeps the token of an answer. An answer without one leaves the token good that was sent. */
export function rememberDevice({ user, deviceToken }: Schema<'SignedIn'>) {
  if (deviceToken) window.localStorage.setItem(key(user.email), deviceToken)
}
