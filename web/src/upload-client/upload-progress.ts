import { UploadError } from './failure'
import { PartBounds } from './part-bounds'
import { Store } from './store'
import type { UploadedPart, UploadSession, UploadSnapshot } from './types'

/** What one upload has done so far: the session it holds, the parts in it, and what is on its way. */
export class UploadProgress {
  private readonly store: Store<UploadSnapshot>
  /** Share sent of each part on its way. */
  private readonly moving = new Map<number, number>()

  readonly subscribe: Store<UploadSnapshot>['subscribe']
  readonly getSnapshot: Store<UploadSnapshot>['getSnapshot']

  constructor(fileSize: number, kept?: { session: UploadSession; parts: readonly UploadedPart[] }) {
    this.store = new Store<UploadSnapshot>({
      state: kept ? 'initialized' : 'initializing',
      sentBytes: 0,
      totalBytes: fileSize,
      session: kept?.session ?? null,
      parts: kept?.parts ?? [],
      refreshes: 0,
      failure: null,
      completed: null,
    })
    this.subscribe = this.store.subscribe
    this.getSnapshot = this.store.getSnapshot
    this.set({}) // counts what a kept session has sent
  }

  get now(): UploadSnapshot {
    return this.getSnapshot()
  }

  /** Sent bytes follow from the rest. */
  set(change: Partial<Omit<UploadSnapshot, 'sentBytes'>>): void {
    const next = { ...this.now, ...change }
    const { session, parts, completed, totalBytes } = next
    const sentBytes = session ? this.bounds(session).sentBytes(parts, this.moving) : 0
    this.store.set({ ...next, sentBytes: completed ? totalBytes : sentBytes })
  }

  /** The session, which there must be. */
  session(): UploadSession {
    const { session } = this.now
    if (!session) throw new UploadError('SESSION_NOT_FOUND')
    return session
  }

  bounds({ chunkSize }: UploadSession): PartBounds {
    return new PartBounds(chunkSize, this.now.totalBytes)
  }

  /** The lowest part that is not acknowledged, or undefined when all are. */
  nextMissing(): number | undefined {
    return this.bounds(this.session()).nextMissing(this.now.parts)
  }

  holds(partNumber: number): boolean {
    return this.now.parts.some((part) => part.partNumber === partNumber)
  }

  /** A part has left by this share, 0 to 1. */
  moved(partNumber: number, share: number): void {
    this.moving.set(partNumber, share)
    this.set({})
  }

  /** Nothing is on its way any more. */
  stopped(): void {
    this.moving.clear()
  }

  /** The server no longer holds these parts: they are sent again. */
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
