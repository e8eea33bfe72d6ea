// A request and its response. Upload progress needs XMLHttpRequest: fetch does not report it.
import { UploadError } from './failure'
import { parse } from './json'

export interface WireRequest {
  method: 'POST' | 'PUT'
  url: string
  headers: Readonly<Record<string, string>>
  body: Blob | string
  /** Milliseconds until the request times out. */
  timeoutMs: number
  signal: AbortSignal
  /** Called with the share of the body that has been sent, 0 to 1. */
  onProgress?: ((share: number) => void) | undefined
}

export interface WireReply {
  status: number
  body: string
  /** A header's value, or null; across origins only those that the server exposes. */
  header(name: string): string | null
}

/** Throws UploadError NETWORK_ERROR or TIMEOUT_ERROR if there is no response, and the signal's reason if aborted. */
export type Transport = (request: WireRequest) => Promise<WireReply>

export const xhrTransport: Transport = (request) =>
  new Promise((resolve, reject) => {
    const { signal } = request
    if (signal.aborted) return reject(signal.reason)
    const timeout = AbortSignal.timeout(request.timeoutMs)
    const either = AbortSignal.any([signal, timeout])
    const xhr = new XMLHttpRequest()
    const abort = () => xhr.abort()
    either.addEventListener('abort', abort, { once: true })
    xhr.onloadend = () => either.removeEventListener('abort', abort)
    xhr.open(request.method, request.url)
    for (const [name, value] of Object.entries(request.headers)) xhr.setRequestHeader(name, value)
    xhr.upload.onprogress = ({ loaded, total }) => request.onProgress?.(total > 0 ? loaded / total : 0)
    xhr.onload = () =>
      resolve({ status: xhr.status, body: xhr.responseText, header: (name) => xhr.getResponseHeader(name) })
    xhr.onerror = () => reject(new UploadError('NETWORK_ERROR'))
    xhr.onabort = () => reject(signal.aborted ? signal.reason : new UploadError('TIMEOUT_ERROR'))
    xhr.send(request.body)
  })

/**
 * Headers that authenticate the user; without Authorization nobody is signed in. With `renew`, the last ones were
 * refused: get fresh ones. May reject with UploadError NETWORK_ERROR if its own server cannot be reached.
 */
export type Authorize = (options: { renew: boolean }) => Promise<Readonly<Record<string, string>>>

export interface WireOptions {
  /** The base of `/video-streaming`, such as `/api/v1`. */
  baseUrl: string
  authorize: Authorize
  /** Called when the server does not accept the user: clear the tokens. */
  onUnauthorized?: (() => void) | undefined
  transport?: Transport | undefined
  /** Milliseconds for one request; 300000 by spec 000 section 9. */
  timeoutMs?: number | undefined
}

export interface Answer {
  status: number
  ok: boolean
  json: unknown
  etag: string | null
  /** Milliseconds that the server asks to wait, at most a minute. */
  retryAfterMs: number
}

export interface Message {
  body: Blob | string
  contentType?: string
  signal: AbortSignal
  onProgress?: (share: number) => void
}

/** Requests to the video-streaming routes, and raw parts to signed URLs. */
export class Wire {
  private readonly transport: Transport
  private readonly timeoutMs: number

  constructor(private readonly options: WireOptions) {
    this.transport = options.transport ?? xhrTransport
    this.timeoutMs = options.timeoutMs ?? 300_000
  }

  /**
   * Posts under /video-streaming as the signed-in user. On a 401 it renews the token and retries once, since a long
   * upload outlives its token; `renewOn401: false` does not retry. Throws AUTH_ERROR without a token: then nothing is
   * sent.
   */
  async post(path: string, message: Message, { renewOn401 = true } = {}): Promise<Answer> {
    const first = await this.postAs(await this.authorize(false), path, message)
    if (first.status !== 401) return first
    const answer = renewOn401 ? await this.postAs(await this.authorize(true), path, message) : first
    if (answer.status === 401) this.options.onUnauthorized?.()
    return answer
  }

  /** Puts raw bytes to a signed URL, which needs no other authorization. */
  async put(url: string, { body, signal, onProgress }: Message): Promise<Answer> {
    return this.send({ method: 'PUT', url, headers: {}, body, signal, onProgress, timeoutMs: this.timeoutMs })
  }

  private async authorize(renew: boolean) {
    const headers = await this.options.authorize({ renew })
    if (!Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')) {
      this.options.onUnauthorized?.()
      throw new UploadError('AUTH_ERROR')
    }
    return headers
  }

  private postAs(headers: Readonly<Record<string, string>>, path: string, message: Message): Promise<Answer> {
    return this.send({
      method: 'POST',
      url: `${this.options.baseUrl}/video-streaming/${path}`,
      headers: { ...headers, 'Content-Type': message.contentType ?? 'application/json', Accept: 'application/json' },
      body: message.body,
      signal: message.signal,
      onProgress: message.onProgress,
      timeoutMs: this.timeoutMs,
    })
  }

  private async send(request: WireRequest): Promise<Answer> {
    const { status, body, header } = await this.transport(request)
    const seconds = Number(header('Retry-After') ?? 0)
    return {
      status,
      ok: status >= 200 && status < 300,
      json: parse(body),
      etag: header('ETag'),
      retryAfterMs: Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), 60) * 1000 : 0,
    }
  }
}
