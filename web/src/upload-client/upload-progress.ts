import { UploadError } from './failure'
import { PartBounds } from './part-bounds'
import { Store } from './store'
import type { UploadedPart, UploadSession, UploadSnapshot } from './types'

/** An earlier session, with what the client remembers of it. */
export interface KeptUpload {
  session: UploadSession
  parts: readonly UploadedPart[]
  refreshes?: number | undefined
}

/** The progress of one upload: its session, the acknowledged parts, and what is in flight. */
export class UploadProgress {
  private readonly store: Store<UploadSnapshot>
  /** Share sent of each part in flight. */
  private readonly moving = new Map<number, number>()

  readonly subscribe: Store<UploadSnapshot>['subscribe']
  readonly getSnapshot: Store<UploadSnapshot>['getSnapshot']

  constructor(fileSize: number, kept?: KeptUpload) {
    this.store = new Store<UploadSnapshot>({
      state: kept ? 'initialized' : 'initializing',
      sentBytes: 0,
      totalBytes: fileSize,
      session: kept?.session ?? null,
      parts: kept?.parts ?? [],
      refreshes: kept?.refreshes ?? 0,
      failure: null,
      completed: null,
    })
    this.subscribe = this.store.subscribe
    this.getSnapshot = this.store.getSnapshot
    this.set({}) // counts the parts of a resumed session
  }

  get now(): UploadSnapshot {
    return this.getSnapshot()
  }

  /** Sent bytes are derived. */
  set(change: Partial<Omit<UploadSnapshot, 'sentBytes'>>): void {
    const next = { ...this.now, ...change }
    const { session, parts, completed, totalBytes } = next
    const sentBytes = session ? this.bounds(session).sentBytes(parts, this.moving) : 0
    this.store.set({ ...next, sentBytes: completed ? totalBytes : sentBytes })
  }

  /** The session, which must exist. */
  session(): UploadSession {
    const { session } = this.now
    if (!session) throw new UploadError('SESSION_NOT_FOUND')
    return session
  }

  bounds({ chunkSize }: UploadSession): PartBounds {
    return new PartBounds(chunkSize, this.now.totalBytes)
  }

  /** The lowest part that is not acknowledged, undefined if all are. */
  nextMissing(): number | undefined {
    return this.bounds(this.session()).nextMissing(this.now.parts)
  }

  holds(partNumber: number): boolean {
    return this.now.parts.some((part) => part.partNumber === partNumber)
  }

  /** This share of a part, 0 to 1, has been sent. */
  moved(partNumber: number, share: number): void {
    this.moving.set(partNumber, share)
    this.set({})
  }

  /** Nothing is in flight any more. */
  stopped(): void {
    this.moving.clear()
  }

  /** The server no longer has these parts: they must be sent again. */
  lost(partNumbers: readonly number[]): void {
    this.set({ parts: this.now.parts.filter(({ partNumber }) => !partNumbers.includes(partNumber)) })
  }

  /** The server has acknowledged a part. */
  stored(partNumber: number, etag: string): void {
    this.moving.delete(partNumber)
    const others = this.now.parts.filter((part) => part.partNumber !== partNumber)
    this.set({ parts: [...others, { partNumber, etag }] })
  }
}
