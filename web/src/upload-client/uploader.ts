// One upload from its first byte to its completion: the states of spec 000 section 4 and the handling of every
// failure.
import { type Attempt, attempts } from './attempts'
import * as calls from './calls'
import { chunkSizeFor, MAX_CHUNK_BYTES } from './chunk-size'
import { classify, endsSession, PartsLost, SessionExpired, UploadError, unreadableFile } from './failure'
import { sendRawParts } from './raw-parts'
import { normaliseSession, successor as successorOf, uploadedParts } from './session'
import { type Sleep, sleep } from './time'
import type { CompletedUpload, UploadFile, UploadSession, UploadSnapshot } from './types'
import { type KeptUpload, UploadProgress } from './upload-progress'
import { brokenRule, contentTypeOf } from './validate'
import { Wire, type WireOptions } from './wire'

const MAX_REFRESHES = 2
/** How often parts lost by the server are sent again, per run. */
const MAX_RESENDS = 2
const RAW_CONCURRENCY = 4

export interface UploaderOptions extends WireOptions {
  file: UploadFile
  courseId: string
  /** Sent with initialize-upload, besides originalFileName and courseId. */
  metadata?: Readonly<Record<string, string>> | undefined
  /** Requested bytes per chunk, before the rules of `chunkSizeFor`. */
  chunkSize?: number | undefined
  /** Duration of the video in minutes, if known. */
  durationMinutes?: number | undefined
  /** An earlier session, with the parts that the client remembers; the server's own list takes precedence. */
  resume?: KeptUpload | undefined
  sleep?: Sleep | undefined
}

export class Uploader {
  private readonly progress: UploadProgress
  private readonly wire: Wire
  private readonly attempt: Attempt
  private control: AbortController | null = null
  /** The server wants the flat form (spec 000 section 4). */
  private flat = false
  /** The signed URLs are unusable; tried again at the next run. */
  private rawRefused = false

  readonly subscribe: (listener: () => void) => () => void
  readonly getSnapshot: () => UploadSnapshot

  constructor(private readonly options: UploaderOptions) {
    this.progress = new UploadProgress(options.file.size, options.resume)
    this.subscribe = this.progress.subscribe
    this.getSnapshot = this.progress.getSnapshot
    this.wire = new Wire(options)
    this.attempt = attempts(options.sleep ?? sleep)
  }

  /**
   * Uploads, or resumes: call again after a failure or a pause. After a failure that a retry cannot mend it starts a new upload.
   * Never rejects; the snapshot it returns gives the outcome. A call during a run returns the current snapshot.
   */
  async run(): Promise<UploadSnapshot> {
    if (this.control || this.progress.now.completed) return this.progress.now
    const control = new AbortController()
    this.control = control
    this.rawRefused = false
    const { failure } = this.progress.now
    this.progress.set({ failure: null })
    try {
      if (failure && endsSession(failure)) await this.startAnew(control.signal)
      const completed = (await this.open(control.signal)) ?? (await this.transfer(control.signal))
      this.progress.set({ state: 'completed', completed })
    } catch (error) {
      this.progress.stopped()
      if (!control.signal.aborted) this.progress.set({ state: 'failed', failure: classify(await this.cause(error)) })
      else if (this.progress.now.state !== 'aborted')
        this.progress.set({ state: this.progress.now.session ? 'initialized' : 'initializing' })
    } finally {
      this.control = null
    }
    return this.progress.now
  }

  /** Stops requests in flight and keeps the session, so that `run` resumes from there. */
  pause(): void {
    this.control?.abort()
  }

  /**
   * Cancels the upload here and on the server. A server that cannot be reached cleans up later: `message` says so.
   */
  async abort(): Promise<{ success: boolean; message: string }> {
    const { session, completed } = this.progress.now
    if (completed) return { success: false, message: 'This upload is complete already. Delete the video instead.' }
    this.control?.abort()
    this.progress.set({ state: 'aborted', session: null, parts: [], failure: null })
    if (!session) return { success: true, message: '' }
    try {
      await calls.abortUpload(this.wire, session, new AbortController().signal)
      return { success: true, message: '' }
    } catch (error) {
      return { success: false, message: classify(error).message }
    }
  }

  /** Forgets the session. The server is told, so that no half of a video stays behind; else it sweeps up by itself. */
  private async startAnew(signal: AbortSignal): Promise<void> {
    const { session } = this.progress.now
    this.progress.set({ session: null, parts: [], refreshes: 0 })
    if (session) await calls.abortUpload(this.wire, session, signal).catch(classify)
    signal.throwIfAborted()
  }

  /** A browser that cannot read the file any more reports a lost network. */
  private async cause(error: unknown): Promise<unknown> {
    if (error instanceof UploadError && error.errorClass !== 'NETWORK_ERROR') return error
    const readable = this.options.file.slice(0, 1).arrayBuffer()
    return readable.then(() => error, unreadableFile)
  }

  private read(session: UploadSession, partNumber: number): Blob {
    const { start, end } = this.progress.bounds(session).of(partNumber)
    return this.options.file.slice(start, end)
  }

  /**
   * Opens a session, or asks the server for the state of an existing one. Returns the completion if the upload was
   * already complete: the response to its last request may have been lost.
   */
  private async open(signal: AbortSignal): Promise<CompletedUpload | null> {
    const { session, parts } = this.progress.now
    if (!session) {
      this.progress.set({ state: 'initializing' })
      await this.initialize(signal)
    } else {
      const check = await calls.validateSession(this.wire, session, signal)
      const uploadUrls = check.uploadUrls.length > 0 ? check.uploadUrls : session.uploadUrls
      if (check.isValid) this.progress.set({ session: { ...session, uploadUrls }, parts: check.uploadedParts ?? parts })
      else {
        const completed = this.progress.nextMissing() === undefined ? await this.completeAgain(signal) : null
        if (completed) return completed
        await this.refresh(session, false, signal)
      }
    }
    this.progress.set({ state: 'initialized' })
    return null
  }

  private async completeAgain(signal: AbortSignal): Promise<CompletedUpload | null> {
    try {
      return await this.complete(signal)
    } catch (error) {
      if (signal.aborted || outOfReach(error)) throw error
      return null
    }
  }

  private async initialize(signal: AbortSignal): Promise<void> {
    const { file, courseId, metadata = {}, durationMinutes, chunkSize: configured } = this.options
    const input = { fileName: file.name, fileSize: file.size, courseId }
    const broken = brokenRule(input)
    if (broken) throw new UploadError(broken.errorClass, broken.code)
    const described =
      durationMinutes === undefined ? metadata : { ...metadata, durationMinutes: String(durationMinutes) }
    const chunkSize = chunkSizeFor({ fileSize: file.size, durationMinutes, configured })
    const contentType = contentTypeOf(file.name) ?? ''
    const json = await calls.initialize(this.wire, { ...input, contentType, chunkSize, metadata: described }, signal)
    const session = normaliseSession(json, {
      fileSize: file.size,
      originalFileName: file.name,
      courseId,
      contentType,
      chunkSize,
    })
    signal.throwIfAborted()
    this.progress.set({ session, parts: uploadedParts(json) ?? [] })
  }

  /** Sends what is missing and completes, repeatedly if parts are lost or the session is replaced in between. */
  private async transfer(signal: AbortSignal): Promise<CompletedUpload> {
    this.progress.set({ state: 'uploading' })
    for (let resends = 0; ; ) {
      try {
        await this.sendMissing(signal)
        return await this.complete(signal)
      } catch (error) {
        if (error instanceof PartsLost && resends < MAX_RESENDS) {
          resends += 1
          this.progress.lost(error.partNumbers)
          continue
        }
        if (!(error instanceof SessionExpired)) throw error
        this.progress.stopped()
        await this.refresh(this.progress.session(), error.recoveryAttempted, signal)
      }
    }
  }

  private complete(signal: AbortSignal): Promise<CompletedUpload> {
    return this.attempt(signal, () =>
      calls.completeUpload(this.wire, this.progress.session(), this.progress.now.parts, signal),
    )
  }

  private async sendMissing(signal: AbortSignal): Promise<void> {
    await this.sendRaw(signal)
    for (let part = this.progress.nextMissing(); part !== undefined; part = this.progress.nextMissing())
      await this.sendChunk(part, signal)
  }

  private async sendRaw(signal: AbortSignal): Promise<void> {
    const session = this.progress.session()
    const missing = session.uploadUrls.filter(({ partNumber }) => !this.progress.holds(partNumber))
    const used = await sendRawParts({
      wire: this.wire,
      urls: this.rawRefused ? [] : missing,
      signal,
      concurrency: RAW_CONCURRENCY,
      read: (partNumber) => this.read(session, partNumber),
      attempt: (lane, send) => this.attempt(lane, send, 'CHUNK_ATTEMPTS_FAILED'),
      onProgress: (partNumber, share) => this.progress.moved(partNumber, share),
      onStored: (partNumber, etag) => this.progress.stored(partNumber, etag),
    })
    if (used) return
    this.rawRefused = true
    this.progress.stopped()
  }

  private async sendChunk(partNumber: number, signal: AbortSignal): Promise<void> {
    const session = this.progress.session()
    if (this.progress.bounds(session).bytes(partNumber) > MAX_CHUNK_BYTES)
      throw new UploadError('BACKEND_RESPONSE_ERROR', 'CHUNK_TOO_LARGE')
    const data = this.read(session, partNumber)
    if (data.size === 0) throw new UploadError('EMPTY_CHUNK_ERROR')
    const chunk = { session, partNumber, data }
    const { etag, successor } = await this.attempt(
      signal,
      () => this.uploadChunk(chunk, signal),
      'CHUNK_ATTEMPTS_FAILED',
    )
    signal.throwIfAborted()
    if (successor !== undefined) {
      this.adopt(session, successor)
      this.countRefresh()
    }
    if (etag !== undefined) this.progress.stored(partNumber, etag)
  }

  /** JSON first; a server that responds 400 may accept the flat form, which is then used from there on. */
  private async uploadChunk(chunk: Omit<calls.Chunk, 'flat'>, signal: AbortSignal): Promise<calls.StoredChunk> {
    const onProgress = (share: number) => this.progress.moved(chunk.partNumber, share)
    const send = (flat: boolean) => calls.uploadChunk(this.wire, { ...chunk, flat }, signal, onProgress)
    if (this.flat) return send(true)
    try {
      return await send(false)
    } catch (error) {
      if (!(error instanceof UploadError) || error instanceof SessionExpired || error.status !== 400) throw error
      const stored = await send(true)
      this.flat = true
      return stored
    }
  }

  /**
   * Replaces an expired session: by recovery, which keeps the parts, else by a fresh one. Throws when the limit is
   * reached, when the server cannot be reached (the session is kept for a retry), or when no session can be opened.
   */
  private async refresh(session: UploadSession, recoveryAttempted: boolean, signal: AbortSignal): Promise<void> {
    this.countRefresh()
    try {
      const json = await this.attempt(signal, () => calls.recoverSession(this.wire, session, signal))
      signal.throwIfAborted()
      this.adopt(session, json)
    } catch (error) {
      if (signal.aborted || outOfReach(error)) throw this.notRefreshed(error)
      await this.startAfresh(recoveryAttempted, signal)
    }
  }

  /** Nobody could be asked for a session: that does not count. */
  private notRefreshed(error: unknown): unknown {
    this.progress.set({ refreshes: this.progress.now.refreshes - 1 })
    return error
  }

  private async startAfresh(recoveryAttempted: boolean, signal: AbortSignal): Promise<void> {
    try {
      await this.initialize(signal)
    } catch (error) {
      if (signal.aborted || outOfReach(error)) throw this.notRefreshed(error)
      throw new UploadError('SESSION_EXPIRED', recoveryAttempted ? 'AUTOMATIC_RECOVERY_FAILED' : 'RECOVERY_FAILED')
    }
  }

  private countRefresh(): void {
    const { refreshes } = this.progress.now
    if (refreshes === MAX_REFRESHES) throw new UploadError('SESSION_EXPIRED', 'REFRESH_LIMIT_REACHED')
    this.progress.set({ refreshes: refreshes + 1 })
  }

  private adopt(old: UploadSession, json: unknown): void {
    const session = normaliseSession(successorOf(json) ?? json, { ...old, fileSize: this.options.file.size })
    const carried = session.chunkSize === old.chunkSize ? this.progress.now.parts : []
    this.progress.set({ session, parts: uploadedParts(json) ?? carried })
  }
}

/** The state of the session is unknown: it must not be replaced after such an error. */
const outOfReach = (error: unknown) =>
  error instanceof UploadError && ['NETWORK_ERROR', 'TIMEOUT_ERROR', 'AUTH_ERROR'].includes(error.errorClass)
