// Uploads many files, three at a time, across pauses, lost networks and reloads.
import { abortUpload } from './calls'
import { classify, endsSession } from './failure'
import { fingerprintOf } from './fingerprint'
import { type SavedUpload, SavedUploads, type UploadStorage } from './saved-uploads'
import { sentences } from './sentences'
import { SpeedMeter } from './speed'
import { Store } from './store'
import type { Sleep } from './time'
import type { QueueSnapshot, RefusalCode, RefusedFile, UploadFile, UploadItem, UploadSnapshot } from './types'
import type { KeptUpload } from './upload-progress'
import { Uploader } from './uploader'
import { brokenRule } from './validate'
import { Wire, type WireOptions } from './wire'

/** Minimum milliseconds between progress updates; other changes are announced at once. */
const PROGRESS_MS = 250

export interface UploadQueueOptions extends WireOptions {
  /** The user: another user of the same browser does not see these uploads. */
  owner: string
  storage?: UploadStorage | undefined
  /** Concurrent files; 3 by spec 000 section 9. */
  concurrency?: number | undefined
  /** Milliseconds since 1970. */
  now?: (() => number) | undefined
  sleep?: Sleep | undefined
}

export interface AddOptions {
  courseId: string
  metadata?: Readonly<Record<string, string>>
  /** Minutes of the video, where known. */
  durationMinutes?: number
}

interface Entry {
  item: UploadItem
  fingerprint: string
  uploader: Uploader | null
  /** An upload from before a reload, until the file is selected again. */
  saved: KeptUpload | null
  speed: SpeedMeter
  /** Its uploader is running, or still stopping after a pause. */
  running: boolean
}

export class UploadQueue {
  private readonly store = new Store<QueueSnapshot>({ items: [], hasActive: false })
  private readonly entries: Entry[] = []
  private readonly saved: SavedUploads | null
  private readonly now: () => number
  private readonly concurrency: number
  private notifiedAt = 0

  readonly subscribe: (listener: () => void) => () => void = this.store.subscribe
  readonly getSnapshot: () => QueueSnapshot = this.store.getSnapshot

  constructor(private readonly options: UploadQueueOptions) {
    this.now = options.now ?? Date.now
    this.concurrency = options.concurrency ?? 3
    this.saved = options.storage ? new SavedUploads(options.storage, options.owner) : null
    for (const saved of this.saved?.load(this.now()) ?? []) this.entries.push(interrupted(saved))
    this.notify()
  }

  /** Adds files. One whose upload was interrupted resumes; an invalid one is returned with the reason. */
  async add(files: readonly UploadFile[], options: AddOptions): Promise<{ ids: string[]; refused: RefusedFile[] }> {
    const ids: string[] = []
    const refused: RefusedFile[] = []
    for (const file of files) {
      const taken = await this.take(file, options)
      if ('code' in taken) refused.push(taken)
      else ids.push(taken.id)
    }
    this.fill()
    return { ids, refused: refused }
  }

  /** Supplies the file of a `needs-file` item. Returns null, or why it is refused. */
  async attach(id: string, file: UploadFile): Promise<RefusedFile | null> {
    const entry = this.find(id, 'needs-file')
    if (!entry) return refusal(file, 'NO_FILE_WANTED')
    const fingerprint = await fingerprintOf(file).catch(() => '')
    if (fingerprint !== entry.fingerprint) return refusal(file, 'ANOTHER_FILE')
    this.goOn(entry, file, {})
    this.fill()
    return null
  }

  /** Pauses a waiting or running upload; acknowledged parts are kept. */
  pause(id: string): void {
    const entry = this.find(id, 'waiting', 'uploading')
    if (!entry) return
    this.change(entry, { status: 'paused', bytesPerSecond: 0, secondsLeft: null })
    entry.uploader?.pause()
  }

  resume(id: string): void {
    this.wait(this.find(id, 'paused'))
  }

  /** Tries one that has failed again; where trying again cannot help, its file is uploaded anew. */
  retry(id: string): void {
    this.wait(this.find(id, 'failed'))
  }

  /** Call when the browser is online again: retries what failed for lack of a network. */
  networkBack(): void {
    for (const entry of this.entries) {
      if (entry.item.status === 'failed' && entry.item.failure?.errorClass === 'NETWORK_ERROR') this.wait(entry)
    }
  }

  /** Cancels an upload here and on the server, which cleans up later if it cannot be reached. */
  async cancel(id: string): Promise<void> {
    const entry = this.find(id, 'waiting', 'uploading', 'paused', 'failed', 'needs-file')
    if (!entry) return
    const { uploader, saved } = entry
    entry.saved = null
    this.saved?.forget(id)
    this.change(entry, { status: 'cancelled', failure: null, bytesPerSecond: 0, secondsLeft: null })
    if (uploader) await uploader.abort()
    else if (saved)
      await abortUpload(new Wire(this.options), saved.session, new AbortController().signal).catch(classify) // as in `Uploader.abort`: the server cleans up later
  }

  /** Removes a completed or cancelled item from the list. */
  remove(id: string): void {
    const entry = this.find(id, 'completed', 'cancelled')
    if (!entry) return
    this.entries.splice(this.entries.indexOf(entry), 1)
    this.notify()
  }

  private async take(file: UploadFile, options: AddOptions): Promise<{ id: string } | RefusedFile> {
    const { courseId, metadata = {} } = options
    const broken = brokenRule({ fileName: file.name, fileSize: file.size, courseId })
    if (broken) return refusal(file, broken.code)
    const fingerprint = await fingerprintOf(file).catch(() => null)
    if (fingerprint === null) return refusal(file, 'FILE_UNREADABLE')
    const known = this.entries.find(
      ({ item, fingerprint: its }) =>
        its === fingerprint && item.courseId === courseId && item.status !== 'completed' && item.status !== 'cancelled',
    )
    if (known?.item.status === 'failed') known.saved = keptOf(known)
    else if (known && known.item.status !== 'needs-file') {
      return refusal(file, 'ALREADY_UPLOADING')
    }
    const entry = known ?? newEntry(file, fingerprint, courseId, metadata)
    if (!known) this.entries.push(entry)
    this.goOn(entry, file, options)
    return { id: entry.item.id }
  }

  private goOn(entry: Entry, file: UploadFile, { durationMinutes }: Partial<AddOptions>): void {
    const { courseId, metadata } = entry.item
    const resume = entry.saved ?? undefined
    entry.saved = null
    const uploader = new Uploader({ ...this.options, file, courseId, metadata, durationMinutes, resume })
    entry.uploader = uploader
    let before = uploader.getSnapshot()
    uploader.subscribe(() => {
      const snapshot = uploader.getSnapshot()
      this.follow(entry, before, snapshot)
      before = snapshot
    })
    this.change(entry, { status: 'waiting', failure: null })
  }

  /** Starts waiting uploads while there are free slots. */
  private fill(): void {
    for (const entry of this.entries) {
      const running = this.entries.filter((other) => other.running).length
      if (running < this.concurrency && entry.item.status === 'waiting' && !entry.running) void this.start(entry)
    }
  }

  private async start(entry: Entry): Promise<void> {
    if (!entry.uploader) return
    entry.running = true
    this.change(entry, { status: 'uploading', failure: null })
    const { completed, failure } = await entry.uploader.run()
    entry.running = false
    // Keep a status that pausing or cancelling has set in between.
    if (entry.item.status === 'uploading') {
      this.change(entry, {
        status: completed ? 'completed' : 'failed',
        completed,
        failure,
        bytesPerSecond: 0,
        secondsLeft: null,
      })
      if (completed || (failure && endsSession(failure))) this.saved?.forget(entry.item.id)
    }
    this.fill()
  }

  private wait(entry: Entry | undefined): void {
    if (!entry) return
    this.change(entry, { status: 'waiting', failure: null })
    this.fill()
  }

  private follow(entry: Entry, before: UploadSnapshot, now: UploadSnapshot): void {
    const { session, parts, sentBytes, totalBytes } = now
    const moved = session !== before.session || parts !== before.parts
    if (moved && session && !now.completed) this.keep(entry, now)
    if (entry.item.status !== 'uploading') return
    if (now.state === 'uploading') entry.speed.sample(this.now(), sentBytes)
    else entry.speed.reset() // parts that were sent earlier say nothing about the speed now
    const change = {
      sentBytes,
      percent: Math.floor((sentBytes / totalBytes) * 100),
      bytesPerSecond: entry.speed.bytesPerSecond,
      secondsLeft: entry.speed.secondsFor(totalBytes - sentBytes),
      videoId: session?.videoId || entry.item.videoId,
    }
    if (moved || this.now() - this.notifiedAt >= PROGRESS_MS) this.change(entry, change)
    else entry.item = { ...entry.item, ...change }
  }

  private keep({ item, fingerprint }: Entry, { session, parts, refreshes }: UploadSnapshot): void {
    if (!session || item.status === 'cancelled') return
    const { id, fileName, fileSize, courseId, metadata } = item
    this.saved?.save({
      id,
      fingerprint,
      fileName,
      fileSize,
      courseId,
      metadata,
      session,
      parts,
      refreshes,
      savedAt: this.now(),
    })
  }

  private find(id: string, ...statuses: UploadItem['status'][]): Entry | undefined {
    return this.entries.find(({ item }) => item.id === id && statuses.includes(item.status))
  }

  private change(entry: Entry, change: Partial<UploadItem>): void {
    entry.item = { ...entry.item, ...change }
    this.notify()
  }

  private notify(): void {
    this.notifiedAt = this.now()
    const items = this.entries.map(({ item }) => item)
    this.store.set({ items, hasActive: items.some(({ status }) => status === 'waiting' || status === 'uploading') })
  }
}

const refusal = ({ name }: UploadFile, code: RefusalCode): RefusedFile => ({
  fileName: name,
  code,
  message: sentences[code],
})

/** The session that a failed upload can go on with. */
function keptOf({ item, uploader }: Entry): KeptUpload | null {
  const { session, parts, refreshes } = uploader?.getSnapshot() ?? {}
  return session && parts && item.failure && !endsSession(item.failure) ? { session, parts, refreshes } : null
}

function newEntry(
  file: UploadFile,
  fingerprint: string,
  courseId: string,
  metadata: Readonly<Record<string, string>>,
): Entry {
  const id = [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const item: UploadItem = {
    id,
    courseId,
    metadata,
    fileName: file.name,
    fileSize: file.size,
    status: 'waiting',
    sentBytes: 0,
    percent: 0,
    bytesPerSecond: 0,
    secondsLeft: null,
    videoId: null,
    failure: null,
    completed: null,
  }
  return { item, fingerprint, uploader: null, saved: null, speed: new SpeedMeter(), running: false }
}

function interrupted(saved: SavedUpload): Entry {
  const { id, fileName, fileSize, courseId, metadata, session, parts } = saved
  const sentBytes = Math.min(fileSize, parts.length * session.chunkSize)
  const item: UploadItem = {
    id,
    courseId,
    metadata,
    fileName,
    fileSize,
    status: 'needs-file',
    sentBytes,
    percent: Math.floor((sentBytes / fileSize) * 100),
    bytesPerSecond: 0,
    secondsLeft: null,
    videoId: session.videoId || null,
    failure: null,
    completed: null,
  }
  return { item, fingerprint: saved.fingerprint, uploader: null, saved, speed: new SpeedMeter(), running: false }
}
