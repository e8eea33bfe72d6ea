import type { Schema } from '@/api/client'

// Shows that a sign-up through a provider was begun in this browser. The link of its email is opened in another
// tab, perhaps days later, so it outlives this one.
const kept = 'lectern.sign-up-key'

export const signUpKey = {
  set: (key: string) => window.localStorage.setItem(kept, key),
  /** The member of a completion; nothing where nobody has come from another site. */
  get(): Pick<Schema<'SignUpCompletion'>, 'key'> {
    const key = window.localStorage.getItem(kept)
    return key ? { key } : {}
  },
  clear: () => window.localStorage.removeItem(kept),
}
