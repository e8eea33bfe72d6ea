// What this tab keeps while it is at a provider. Session storage belongs to the tab: a request that another tab has begun
// cannot be finished here, and nothing is left when the tab is closed.
import type { Schema } from '@/api/client'

const requestKey = 'lectern.authorization-request'
const linkKey = 'lectern.pending-link'

/** Keeps the key of an authorization request that begins. */
export const rememberRequest = (request: Schema<'AuthorizationRequest'>) =>
  window.sessionStorage.setItem(requestKey, request.key)

/** The key of the authorization request from which the tab comes back, once; '' when it has begun none. */
export function takeRequestKey() {
  const key = window.sessionStorage.getItem(requestKey) ?? ''
  window.sessionStorage.removeItem(requestKey)
  return key
}

/** What a provider sends back in the address. */
export type CallbackParams = { state: string; code: string; iss: string; name: string; error: string }

/**
 * Read from the address as it came: the router takes what looks like a number for one, and a code of digits with an
 * e among them would come out as another.
 */
export function readCallbackParams(search: string): CallbackParams {
  const q = new URLSearchParams(search)
  const text = (name: string) => q.get(name) ?? ''
  return { state: text('state'), code: text('code'), iss: text('iss'), name: text('name'), error: text('error') }
}

/** A proven identity that waits until its owner has signed in to the account that has its address. */
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
