// What this tab keeps while it is at a provider. Session storage belongs to the tab: what another has begun cannot be
// finished here, and nothing is left when the tab is closed.
import type { Schema } from '@/api/client'

const visitKey = 'lectern.visit'
const linkKey = 'lectern.waiting-link'

/** Keeps the key of a visit that begins. */
export const remember = (visit: Schema<'Visit'>) => window.sessionStorage.setItem(visitKey, visit.key)

/** The key of the visit from which the tab comes back, once; '' when it has begun none. */
export function takeKey() {
  const key = window.sessionStorage.getItem(visitKey) ?? ''
  window.sessionStorage.removeItem(visitKey)
  return key
}

/** What a provider sends back in the address. */
export type Back = { state: string; code: string; iss: string; name: string; error: string }

/**
 * Read from the address as it came: the router takes what looks like a number for one, and a code of digits with an
 * e among them would come out as another.
 */
export function readBack(search: string): Back {
  const q = new URLSearchParams(search)
  const text = (name: string) => q.get(name) ?? ''
  return { state: text('state'), code: text('code'), iss: text('iss'), name: text('name'), error: text('error') }
}

/** A proven identity that waits until its owner has signed in to the account that has its address. */
export type WaitingLink = { token: string; email: string; label: string }

const isText = (value: unknown): value is string => typeof value === 'string'

export const waitingLink = {
  set: (link: WaitingLink) => window.sessionStorage.setItem(linkKey, JSON.stringify(link)),
  clear: () => window.sessionStorage.removeItem(linkKey),
  get(): WaitingLink | undefined {
    const kept: unknown = JSON.parse(window.sessionStorage.getItem(linkKey) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return undefined
    const { token, email, label }: Record<string, unknown> = { ...kept }
    return isText(token) && isText(email) && isText(label) ? { token, email, label } : undefined
  },
}
