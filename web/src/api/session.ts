// Who is signed in here: a short-lived access token in memory, the refresh token in localStorage (spec section 6).

export type Tokens = { accessToken: string; refreshToken: string /** seconds */; expiresIn: number }

/** Trades a refresh token for new tokens. Undefined: the server refused it. Throws when the server did not answer. */
type Refresh = (refreshToken: string) => Promise<Tokens | undefined>

const key = 'lectern.refresh-token'
const impersonationKey = 'lectern.impersonation'

/** A token with which an administrator acts as another user for a while. */
type Impersonation = { accessToken: string /** RFC 3339 */; expiresAt: string }
const renewBefore = 30_000 // milliseconds of life below which a token is not worth sending

/**
 * A refresh token may be used once: a second use ends the session on the server. So every renewal runs alone, within
 * this tab by sharing one promise and among tabs by a Web Lock, and reads the token that is stored at that moment.
 */
export class Session {
  #access: { token: string; expiresAt: number } | undefined
  #renewal: Promise<string | undefined> | undefined
  #listeners = new Set<() => void>()

  constructor(
    readonly storage: Storage,
    readonly refresh: Refresh,
    /** Of this tab alone: impersonation does not reach other tabs. */
    readonly tab: Storage,
  ) {}

  /** Another tab signed in or out. */
  readonly heard = (event: StorageEvent) => {
    if (event.key !== key && event.key !== null) return
    if (event.oldValue && event.newValue) return // renewed there: what this tab holds is still good
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

  /** Forgets the tokens and gives the refresh token that was held, for the server to forget too. */
  end() {
    const held = this.storage.getItem(key)
    this.#access = undefined
    this.storage.removeItem(key)
    this.tab.removeItem(impersonationKey)
    this.#changed()
    return held
  }

  /** From here on this tab acts as another user, until it stops or the token expires. */
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

  /** A token that is good for a while yet; undefined when nobody is signed in. */
  async token(): Promise<string | undefined> {
    const impersonation = this.#impersonationToken()
    if (impersonation) return impersonation
    if (this.#access && this.#access.expiresAt - Date.now() > renewBefore) return this.#access.token
    return this.isSignedIn() ? this.renew() : undefined
  }

  /** A token newer than the held one. Ends the session when the server refuses. */
  renew(): Promise<string | undefined> {
    this.#renewal ??= alone(() => this.#renew()).finally(() => {
      this.#renewal = undefined
    })
    return this.#renewal
  }

  /** Sends a request with the token of the session; a 401 is retried once with a renewed token. */
  readonly fetch = async (request: Request): Promise<Response> => {
    const token = await this.token()
    if (!token) return globalThis.fetch(request)
    const again = request.clone()
    const answer = await globalThis.fetch(signed(request, token))
    if (answer.status !== 401) return answer
    if (this.#impersonationToken() === token) {
      this.stopImpersonating() // a request made as another user is not repeated as the administrator
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

// Over plain http on another host than localhost a browser has no Web Locks: tabs may then collide, one tab may not.
async function alone<T>(work: () => Promise<T>): Promise<T> {
  const locks: LockManager | undefined = navigator.locks
  return locks ? await locks.request(key, work) : work()
}
