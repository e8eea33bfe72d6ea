import type { Schema } from '@/api/client'

// Proves that a sign-up through a provider was begun in this browser. The link in its email is opened in another tab,
// perhaps days later, so the key outlives this one.
const kept = 'lectern.sign-up-key'

export const signUpKey = {
  set: (key: string) => window.localStorage.setItem(kept, key),
  /** The field of a completion request; absent if the user did not come from a provider. */
  get(): Pick<Schema<'SignUpCompletion'>, 'key'> {
    const key = window.localStorage.getItem(kept)
    return key ? { key } : {}
  },
  clear: () => window.localStorage.removeItem(kept),
}
