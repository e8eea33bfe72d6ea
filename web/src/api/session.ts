// Who is signed in here: a short-lived access token in memory, the refresh token in localStorage (spec section 6).

export type Tokens = { accessToken: string; refreshToken: string /** seconds */; expiresIn: number }

/** Trades a refresh token for new tokens. Undefined: the server refused it. Throws when the server did not answer. */
type Refresh = (refreshToken: string) => Promise<Tokens | undefined>

const key = 'lectern.refresh-token'
const actingKey = 'lectern.acting'

/** A token with which an administrator is somebody else for a while. */
type Acting = { accessToken: string /** RFC 3339 */; expiresAt: string }
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
    /** Of this tab alone: other tabs go on as oneself. */
    readonly tab: Storage,
  ) {}

  /** Another tab signed in or out. */
  readonly heard = (event: StorageEvent) => {
    if (event.key !== key && event.key !== null) return
    if (event.oldValue && event.newValue) return // renewed there: what this tab holds is still good
    this.#access = undefined
    if (!event.newValue) this.tab.removeItem(actingKey)
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
    this.tab.removeItem(actingKey)
    this.#changed()
    return held
  }

  /** From here on this tab acts as somebody else, until it stops or the token's time is over. */
  act({ accessToken, expiresAt }: Acting) {
    this.tab.setItem(actingKey, JSON.stringify({ accessToken, expiresAt }))
    this.#changed()
  }

  /** This tab is oneself again. */
  stopActing() {
    if (this.tab.getItem(actingKey) === null) return
    this.tab.removeItem(actingKey)
    this.#changed()
  }

  /** A token that is good for a while yet; undefined when nobody is signed in. */
  async token(): Promise<string | undefined> {
    const acting = this.#acting()
    if (acting) return acting
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

  /** Sends a request as whoever is signed in; a 401 is met once with a renewed token. */
  readonly fetch = async (request: Request): Promise<Response> => {
    const token = await this.token()
    if (!token) return globalThis.fetch(request)
    const again = request.clone()
    const answer = await globalThis.fetch(signed(request, token))
    if (answer.status !== 401) return answer
    if (this.#acting() === token) {
      this.stopActing() // what was asked as somebody else is not asked again as oneself
      return answer
    }
    const renewed = await this.renew()
    return renewed ? globalThis.fetch(signed(again, renewed)) : answer
  }

  /** The token with which this tab acts as somebody else, while it is good. */
  #acting() {
    const acting = readActing(this.tab.getItem(actingKey))
    if (acting && Date.parse(acting.expiresAt) > Date.now()) return acting.accessToken
    this.stopActing()
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

function readActing(text: string | null): Acting | undefined {
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
