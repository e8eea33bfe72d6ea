import type { StreamingUrls } from './api'

const renewBefore = 5 * 60_000 // milliseconds before its expiry at which a token is replaced
const keyAttempts = 4

/** A key was refused or could not be fetched; status 0: the server did not respond. */
export class KeyError extends Error {
  constructor(readonly status: number) {
    super(status === 0 ? 'The key server did not answer.' : `The key was refused (${status}).`)
  }
}

type Options = {
  first: StreamingUrls
  /** Requests a new token. */
  renew: () => Promise<StreamingUrls>
  /** Waits between attempts; tests replace it. */
  wait?: (milliseconds: number) => Promise<void>
}

/** The right to play one video: its token and keys, renewed for as long as it plays. */
export class PlaybackAccess {
  readonly urls: StreamingUrls
  readonly #renew: () => Promise<StreamingUrls>
  readonly #wait: (milliseconds: number) => Promise<void>
  readonly #keys = new Map<number, Promise<CryptoKey>>()
  #token: string
  #expiresAt: number
  #renewal: Promise<void> | undefined

  constructor({ first, renew, wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms)) }: Options) {
    this.urls = first
    this.#token = first.token
    this.#expiresAt = Date.parse(first.expiresAt)
    this.#renew = renew
    this.#wait = wait
  }

  /** A token with enough lifetime left. Fails only if none can be obtained and the current one has expired. */
  async token() {
    const left = this.#expiresAt - Date.now()
    if (left < renewBefore) {
      const renewal = this.replaceToken()
      await (left > 0 ? renewal.catch(() => undefined) : renewal)
    }
    return this.#token
  }

  /** Requests another token, whatever is left of the current one. */
  replaceToken() {
    this.#renewal ??= this.#replace().finally(() => {
      this.#renewal = undefined
    })
    return this.#renewal
  }

  async #replace() {
    const { token, expiresAt } = await this.#renew()
    this.#token = token
    this.#expiresAt = Date.parse(expiresAt)
  }

  /**
   * The data key of one epoch. Requested once; a failure is not cached, so that retrying helps. Throws a KeyError.
   */
  key(epoch: number) {
    const held = this.#keys.get(epoch)
    if (held) return held
    const key = this.#fetchKey(epoch)
    this.#keys.set(epoch, key)
    key.catch(() => this.#keys.delete(epoch))
    return key
  }

  async #fetchKey(epoch: number) {
    let status = 0
    for (let attempt = 1; attempt <= keyAttempts; attempt++) {
      const answer = await this.#ask(epoch)
      if (answer?.ok) return importKey(await answer.arrayBuffer())
      status = answer?.status ?? 0
      if (status === 404 || attempt === keyAttempts) break
      if (status === 401 || status === 403) await this.replaceToken().catch(() => undefined)
      await this.#wait(250 * 2 ** attempt)
    }
    throw new KeyError(status)
  }

  async #ask(epoch: number) {
    const address = this.urls.keys.urlTemplate.replace('{epoch}', String(epoch))
    const headers = { 'X-Play-Token': await this.token() }
    return fetch(new URL(address, window.location.origin), { headers, cache: 'no-store' }).catch(() => undefined)
  }
}

const importKey = (bytes: ArrayBuffer) => crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['decrypt'])
