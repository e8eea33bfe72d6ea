// What this tab stores while the user is at a provider. Session storage belongs to the tab: a request begun in
// another tab cannot be finished here, and nothing remains when the tab is closed.
import type { Schema } from '@/api/client'

const requestKey = 'lectern.authorization-request'
const linkKey = 'lectern.pending-link'

/** Stores the key of a new authorization request. */
export const rememberRequest = (request: Schema<'AuthorizationRequest'>) =>
  window.sessionStorage.setItem(requestKey, request.key)

/** Returns the key of the authorization request from which the tab returns, once; '' if there is none. */
export function takeRequestKey() {
  const key = window.sessionStorage.getItem(requestKey) ?? ''
  window.sessionStorage.removeItem(requestKey)
  return key
}

/** The parameters in the URL with which a provider redirects back. */
export type CallbackParams = { state: string; code: string; iss: string; name: string; error: string }

/**
 * Reads the raw URL: the router parses what looks like a number, and a code of digits with an e among them would be
 * changed.
 */
export function readCallbackParams(search: string): CallbackParams {
  const q = new URLSearchParams(search)
  const text = (name: string) => q.get(name) ?? ''
  return { state: text('state'), code: text('code'), iss: text('iss'), name: text('name'), error: text('error') }
}

/** A proven identity that waits until its owner has signed in to the account with its address. */
export type PendingLink = { token: string; email: string; label: string }

const isText = (value: unknown): value is string => typeof value === 'string'

export const pendingLink = {
  set: (link: PendingLink) => window.sessionStorage.setItem(linkKey, JSON.stringify(link)),
  clear: () => window.sessionStorage.removeItem(linkKey),
  get(): PendingLink | undefined {
    const kept: unknown = JSON.parse(window.sessionStorage.getItem(linkKey) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return undefined
    const { token, email, label }: Record<string, unknown> = { ...kept }
    return isText(token) && isText(email) && isText(label) ? { token, email, label } : undefined
  },
}
