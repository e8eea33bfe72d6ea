// Where someone who signs up goes on once they have an account. The link in the email is opened in another tab, perhaps after this one was closed.
const kept = 'lectern.sign-up-next'

export const signUpNext = {
  /** Keeps the URL to continue to; undefined forgets that of an earlier sign-up. */
  set: (next: string | undefined) =>
    next ? window.localStorage.setItem(kept, next) : window.localStorage.removeItem(kept),
  /** What was kept, once. Anybody can have written it: who uses it validates it as the address of a page here. */
  take() {
    const next = window.localStorage.getItem(kept) ?? undefined
    window.localStorage.removeItem(kept)
    return next
  },
}
