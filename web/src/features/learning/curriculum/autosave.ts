// Saves edits of a lesson as the user types, and never overwrites what others have saved since.
import { ApiError, type Schema } from '@/api/client'

import type { LessonEntry } from './api'

export type LessonPatch = Omit<Schema<'LessonChange'>, 'revision'>

/** The server's state in conflict with the local edits. */
export type Theirs = { entry: LessonEntry; content: unknown }

export type AutosaveSnapshot = {
  /** `waiting`: edited, about to be saved. `refused`: the server refused; `error` says why. */
  state: 'saved' | 'waiting' | 'saving' | 'offline' | 'conflict' | 'refused'
  /** The last saved lesson, on which the local text is based. */
  base: LessonEntry
  /** The unsaved edits. */
  mine: LessonPatch
  theirs?: Theirs
  error?: ApiError
}

/** Storage in which unsaved text survives a closed tab. */
export type UnsavedEditStore = { load: () => UnsavedEdit | undefined; store: (kept: UnsavedEdit | undefined) => void }

/** Unsaved edits, and the lesson that they are based on. */
export type UnsavedEdit = { patch: LessonPatch; base: LessonEntry }

type Options = {
  /** The lesson as it was loaded. */
  base: LessonEntry
  send: (change: Schema<'LessonChange'>) => Promise<LessonEntry>
  onSaved: (entry: LessonEntry) => void
  keep: UnsavedEditStore
  /** Milliseconds without typing before edits are saved. */
  delay?: number
}

/** An operation on a lesson would have left out edits that cannot be saved. */
export class UnsavedEditsError extends Error {}

const rest = 800
const retryAfter = 10_000 // milliseconds between retries while the server does not respond

export class Autosave {
  private snapshot: AutosaveSnapshot
  private sending: Promise<void> | undefined
  private timer: ReturnType<typeof setTimeout> | undefined
  private readonly listeners = new Set<() => void>()

  constructor(private readonly options: Options) {
    const kept = options.keep.load()
    this.snapshot = kept
      ? { state: 'waiting', base: kept.base, mine: kept.patch }
      : { state: 'saved', base: options.base, mine: {} }
  }

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  readonly getSnapshot = () => this.snapshot

  /** Records edits, to be saved after a pause. */
  change(patch: LessonPatch) {
    const mine = { ...this.snapshot.mine, ...patch }
    this.options.keep.store({ patch: mine, base: this.snapshot.base })
    if (this.snapshot.state === 'conflict') return this.update({ mine })
    this.update({ state: this.sending ? 'saving' : 'waiting', mine })
    this.later(this.options.delay ?? rest)
  }

  /** Saves unsaved edits now. Resolves when nothing more can be done. */
  async flush(): Promise<void> {
    clearTimeout(this.timer)
    if (this.sending) await this.sending
    const { state, mine } = this.snapshot
    if (this.sending || state === 'conflict' || isEmpty(mine)) return
    this.sending = this.send(mine)
    await this.sending
    this.sending = undefined
    if (this.snapshot.state === 'waiting') await this.flush()
  }

  /**
   * Runs an operation that changes the stored lesson by itself, between two saves, with the revision on which it is
   * based. Once others have changed the lesson, it is run again with their revision: it adds to what is there.
   * `startOver` says that they have, so that the editor no longer shows what is stored.
   */
  async perform<T extends { revision: number }>(
    operation: (revision: number) => Promise<T>,
    load: () => Promise<LessonEntry>,
  ): Promise<{ result: T; startOver: boolean }> {
    await this.flush()
    if (this.sending || !isEmpty(this.snapshot.mine)) throw new UnsavedEditsError()
    const performed = this.between(operation, load)
    this.sending = performed.then(
      () => {},
      () => {},
    )
    try {
      return await performed
    } finally {
      this.sending = undefined
      if (this.snapshot.state === 'waiting') void this.flush()
    }
  }

  private async between<T extends { revision: number }>(
    operation: (revision: number) => Promise<T>,
    load: () => Promise<LessonEntry>,
  ) {
    const { revision } = this.snapshot.base
    const { result, theirs } = await operation(revision).then(
      (done) => ({ result: done, theirs: false }),
      async (error: unknown) => {
        if (!(error instanceof ApiError) || error.status !== 412) throw error
        return { result: await operation((await load()).revision), theirs: true }
      },
    )
    const base = await load()
    this.update({ state: isEmpty(this.snapshot.mine) ? 'saved' : 'waiting', base })
    this.options.onSaved(base)
    return { result, startOver: theirs || base.revision !== result.revision }
  }

  private async send(patch: LessonPatch) {
    this.update({ state: 'saving' })
    try {
      this.saved(await this.options.send({ ...patch, revision: this.snapshot.base.revision }), patch)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      this.failed(error, patch)
    }
  }

  /** Keeps edits made while the patch was being sent as unsaved. */
  private saved(base: LessonEntry, patch: LessonPatch) {
    const mine = without(this.snapshot.mine, patch)
    this.options.keep.store(isEmpty(mine) ? undefined : { patch: mine, base })
    this.update({ state: isEmpty(mine) ? 'saved' : 'waiting', base, mine })
    this.options.onSaved(base)
  }

  private failed(error: ApiError, patch: LessonPatch) {
    const theirs = error.status === 412 ? staleOf(error) : undefined
    if (theirs) return this.stale(theirs, patch)
    if (error.status > 0 && error.status < 500) return this.update({ state: 'refused', error })
    this.update({ state: 'offline', error })
    this.later(retryAfter)
  }

  /** Merges what the server has by now, or asks when both sides have changed the same. */
  private stale(theirs: Theirs, patch: LessonPatch) {
    const same = matching(patch, theirs)
    if (touches(patch, same, this.snapshot.base, theirs.entry)) return this.update({ state: 'conflict', theirs })
    if (Object.keys(same).length === Object.keys(patch).length) return this.saved(theirs.entry, patch)
    this.update({ state: 'waiting', base: theirs.entry }) // they changed other fields and no text
  }

  /** Adopts the lesson as another teacher has saved it. Returns false if the editor has to start over. */
  adopt(entry: LessonEntry) {
    const { state, base } = this.snapshot
    if (entry.revision <= base.revision) return true
    if (state !== 'saved' || this.sending) return true // the server detects conflicting edits
    if (entry.content_id !== base.content_id || entry.title !== base.title || entry.summary !== base.summary)
      return false
    this.update({ state, base: entry })
    return true
  }

  /** Overwrites the server's state with the local edits. */
  async keepMine() {
    const { theirs } = this.snapshot
    if (!theirs) return
    this.update({ state: 'waiting', base: theirs.entry })
    await this.flush()
  }

  /** Discards the local edits. The editor has to start over with the saved lesson. */
  takeTheirs() {
    const { theirs } = this.snapshot
    if (!theirs) return
    this.options.keep.store(undefined)
    this.update({ state: 'saved', base: theirs.entry, mine: {} })
  }

  private later(delay: number) {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.flush(), delay)
  }

  /** Fields that are not named stay, except those of the previous state. */
  private update(next: Partial<AutosaveSnapshot>) {
    const { state, base, mine, theirs } = this.snapshot
    this.snapshot = { state, base, mine, ...(theirs && next.state === undefined && { theirs }), ...next }
    for (const listener of this.listeners) listener()
  }
}

const isEmpty = (patch: LessonPatch) => Object.keys(patch).length === 0

/** The local edits that were not in the patch, or have changed since. */
function without(mine: LessonPatch, patch: LessonPatch): LessonPatch {
  const sent = new Map<string, unknown>(Object.entries(patch))
  return Object.fromEntries(
    Object.entries(mine).filter(([member, value]) => !sent.has(member) || sent.get(member) !== value),
  )
}

/** The members of the patch that the server already has, such as those of a save whose answer was lost. */
function matching(patch: LessonPatch, { entry, content }: Theirs): LessonPatch {
  const theirs = new Map<string, unknown>([...Object.entries(entry), ['content', content]])
  return Object.fromEntries(
    Object.entries(patch).filter(([member, value]) => JSON.stringify(value) === JSON.stringify(theirs.get(member))),
  )
}

/**
 * Whether they changed a field that the patch changes, or a text, which the editor would no longer
 * show correctly. What is the same by now is not a change.
 */
function touches(patch: LessonPatch, same: LessonPatch, base: LessonEntry, theirs: LessonEntry) {
  const was = membersOf(base)
  const is = membersOf(theirs)
  return [...Object.keys(patch), ...texts].some((member) => !(member in same) && was.get(member) !== is.get(member))
}

const texts = ['content', 'title', 'summary']

/** Each field in a comparable form; a content is compared by its id. */
const membersOf = ({ content_id, ...entry }: LessonEntry) =>
  new Map([
    ...Object.entries(entry).map(([name, value]) => [name, JSON.stringify(value)] as const),
    ['content', content_id],
  ])

function staleOf({ problem }: ApiError): Theirs | undefined {
  const info = problem?.error
  if (typeof info !== 'object' || info === null || !('current' in info) || !isEntry(info.current)) return undefined
  return { entry: info.current, content: 'content' in info ? info.content : undefined }
}

const isEntry = (value: unknown): value is LessonEntry =>
  typeof value === 'object' && value !== null && 'revision' in value && 'content_id' in value && 'title' in value
