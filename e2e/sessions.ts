// Signed-in state for journeys. Signing in costs a form and a password hash, so it happens once per role and worker, and
// pages reuse the sessions that earlier pages have left.
import { type APIRequestContext, type BrowserContextOptions, expect } from '@playwright/test'

import { demoPassword, emailOf, type Role } from './accounts'
import type { Schema } from './api'

type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>

/** Where the web app stores its refresh token (web/src/api/session.ts). */
const key = 'lectern.refresh-token'

export class Sessions {
  /** Refresh tokens that no page is using. */
  readonly #free = new Map<Role, string[]>()

  constructor(
    private readonly url: string,
    private readonly request: APIRequestContext,
  ) {}

  /** The storage of a browser signed in as this role, with a session that no other page is using. */
  async take(role: Role): Promise<StorageState> {
    const value = (await this.#renewed(this.#free.get(role)?.pop())) ?? (await this.#signIn(role))
    return { cookies: [], origins: [{ origin: this.url, localStorage: [{ name: key, value }] }] }
  }

  /** Takes back the session of a browser that is about to close. */
  release(role: Role, { origins }: StorageState) {
    const token = origins.flatMap(({ localStorage }) => localStorage).find(({ name }) => name === key)?.value
    if (token !== undefined) this.#free.set(role, [...(this.#free.get(role) ?? []), token])
  }

  /** A refresh token works once: a page may have used it and been closed before storing the next one. */
  async #renewed(refreshToken: string | undefined) {
    if (refreshToken === undefined) return undefined
    const answer = await this.request.post('/api/v1/auth/refresh-token', { data: { refreshToken } })
    return answer.ok() ? refreshTokenOf(await answer.json()) : undefined
  }

  async #signIn(role: Role) {
    const data = { email: emailOf(role), password: demoPassword }
    const answer = await this.request.post('/api/v1/auth/login', { data })
    expect(answer.status(), await answer.text()).toBe(200)
    return refreshTokenOf(await answer.json())
  }
}

const refreshTokenOf = ({ data }: { data: Schema<'SignedIn'> }) => data.refreshToken
