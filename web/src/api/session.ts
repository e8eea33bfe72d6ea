// The session of this browser: a short-lived access token in memory, the refresh token in localStorage (spec section
// 6).

export type Tokens = { accessToken: string; refreshToken: string /** seconds */; expiresIn: number }

/**
 * Exchanges a refresh token for new tokens. Returns undefined if the server refuses, throws if it does not respond.
 */
type Refresh = (refreshToken: string) => Promise<Tokens | undefined>

const key = 'lectern.refresh-token'
const impersonationKey = 'lectern.impersonation'

/** A token with which an administrator acts as another user for a while. */
type Impersonation = { accessToken: string /** RFC 3339 */; expiresAt: string }
const renewBefore = 30_000 // milliseconds of remaining lifetime below which a token is renewed

/**
 * A refresh token may be used only once: a second use ends the session on the server. Renewals therefore run one at a
 * time, within this tab by sharing a promise and among tabs by a Web Lock, and read the token stored at that moment.
 */
export class Session {
  #access: { token: string; expiresAt: number } | undefined
  #renewal: Promise<string | undefined> | undefined
  #listeners = new Set<() => void>()

  constructor(
    readonly storage: Storage,
    readonly refresh: Refresh,
    /** Storage of this tab alone, so that impersonation does not reach other tabs. */
    readonly tab: Storage,
  ) {}

  /** Another tab signed in or out. */
  readonly heard = (event: StorageEvent) => {
    if (event.key !== key && event.key !== null) return
    if (event.oldValue && event.newValue) return // renewed there: this tab's token is still valid
    this.#access = undefined
    if (!event.newValue) this.tab.removeItem(impersonationKey)
    this.#changed()
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  readonly isSignedIn = () => this.storage.getItem(key) !== null

  start(tokens: Tokens) {
    this.#keep(tokens)
    this.#changed()
  }

  /** Clears the tokens and returns the refresh token, for the server to revoke. */
  end() {
    const held = this.storage.getItem(key)
    this.#access = undefined
    this.storage.removeItem(key)
    this.tab.removeItem(impersonationKey)
    this.#changed()
    return held
  }

  /** Makes this tab act as another user until it stops or the token expires. */
  impersonate({ accessToken, expiresAt }: Impersonation) {
    this.tab.setItem(impersonationKey, JSON.stringify({ accessToken, expiresAt }))
    this.#changed()
  }

  /** Ends the impersonation in this tab. */
  stopImpersonating() {
    if (this.tab.getItem(impersonationKey) === null) return
    this.tab.removeItem(impersonationKey)
    this.#changed()
  }

  /** A token with enough lifetime left; undefined if nobody is signed in. */
  async token(): Promise<string | undefined> {
    const impersonation = this.#impersonationToken()
    if (impersonation) return impersonation
    if (this.#access && this.#access.expiresAt - Date.now() > renewBefore) return this.#access.token
    return this.isSignedIn() ? this.renew() : undefined
  }

  /** A new token. Ends the session if the server refuses. */
  renew(): Promise<string | undefined> {
    this.#renewal ??= alone(() => this.#renew()).finally(() => {
      this.#renewal = undefined
    })
    return this.#renewal
  }

  /** Sends a request with the session's token; a 401 is retried once with a renewed token. */
  readonly fetch = async (request: Request): Promise<Response> => {
    const token = await this.token()
    if (!token) return globalThis.fetch(request)
    const again = request.clone()
    const answer = await globalThis.fetch(signed(request, token))
    if (answer.status !== 401) return answer
    if (this.#impersonationToken() === token) {
      this.stopImpersonating() // a request made as another user must not be repeated as the administrator
      return answer
    }
    const renewed = await this.renew()
    return renewed ? globalThis.fetch(signed(again, renewed)) : answer
  }

  /** The token with which this tab acts as another user, while it is valid. */
  #impersonationToken() {
    const impersonation = readImpersonation(this.tab.getItem(impersonationKey))
    if (impersonation && Date.parse(impersonation.expiresAt) > Date.now()) return impersonation.accessToken
    this.stopImpersonating()
    return undefined
  }

  async #renew() {
    const held = this.storage.getItem(key)
    if (!held) return undefined
    const tokens = await this.refresh(held)
    if (!tokens) {
      this.end()
      return undefined
    }
    this.#keep(tokens)
    return tokens.accessToken
  }

  #keep(tokens: Tokens) {
    this.#access = { token: tokens.accessToken, expiresAt: Date.now() + tokens.expiresIn * 1000 }
    this.storage.setItem(key, tokens.refreshToken)
  }

  #changed() {
    for (const listener of this.#listeners) listener()
  }
}

function readImpersonation(text: string | null): Impersonation | undefined {
  const value: unknown = text === null ? undefined : JSON.parse(text)
  if (typeof value !== 'object' || value === null || !('accessToken' in value) || !('expiresAt' in value))
    return undefined
  return { accessToken: String(value.accessToken), expiresAt: String(value.expiresAt) }
}

function signed(request: Request, token: string) {
  request.headers.set('Authorization', `Bearer ${token}`)
  return request
}

// Over plain HTTP from a host other than localhost there are no Web Locks: then several tabs may collide, a single
// one cannot.
async function alone<T>(work: () => Promise<T>): Promise<T> {
  const locks: LockManager | undefined = navigator.locks
  return locks ? await locks.request(key, work) : work()
}
