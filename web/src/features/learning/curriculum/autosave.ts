// Saves what is typed into a lesson, piece by piece, and never over what others have saved meanwhile.
import { ApiError, type Schema } from '@/api/client'

import type { LessonEntry } from './api'

export type LessonPatch = Omit<Schema<'LessonChange'>, 'revision'>

/** What stands on the server in the place of what was edited here. */
export type Theirs = { entry: LessonEntry; content: unknown }

export type AutosaveSnapshot = {
  /** `waiting`: typed and about to be saved. `refused`: the server does not take it; `error` says why. */
  state: 'saved' | 'waiting' | 'saving' | 'offline' | 'conflict' | 'refused'
  /** The lesson that the text here builds on, as it was saved last. */
  base: LessonEntry
  /** What is typed and not saved. */
  mine: LessonPatch
  theirs?: Theirs
  error?: ApiError
}

/** Where unsaved text survives a closed tab. */
export type UnsavedEditStore = { load: () => UnsavedEdit | undefined; store: (kept: UnsavedEdit | undefined) => void }

/** What was typed, and the lesson that it builds on. */
export type UnsavedEdit = { patch: LessonPatch; base: LessonEntry }

type Options = {
  /** The lesson as it was loaded. */
  base: LessonEntry
  send: (change: Schema<'LessonChange'>) => Promise<LessonEntry>
  onSaved: (entry: LessonEntry) => void
  keep: UnsavedEditStore
  /** Milliseconds of rest in typing after which it is saved. */
  delay?: number
}

const rest = 800
const retryAfter = 10_000 // milliseconds, while the server does not answer

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

  /** Takes what was typed; it is saved after a rest. */
  change(patch: LessonPatch) {
    const mine = { ...this.snapshot.mine, ...patch }
    this.options.keep.store({ patch: mine, base: this.snapshot.base })
    if (this.snapshot.state === 'conflict') return this.update({ mine })
    this.update({ state: this.sending ? 'saving' : 'waiting', mine })
    this.later(this.options.delay ?? rest)
  }

  /** Saves what is not saved yet, now. Resolves when nothing more can be done. */
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

  private async send(patch: LessonPatch) {
    this.update({ state: 'saving' })
    try {
      this.saved(await this.options.send({ ...patch, revision: this.snapshot.base.revision }), patch)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      this.failed(error, patch)
    }
  }

  /** What was typed while the patch was on its way stays to be saved. */
  private saved(base: LessonEntry, patch: LessonPatch) {
    const mine = without(this.snapshot.mine, patch)
    this.options.keep.store(isEmpty(mine) ? undefined : { patch: mine, base })
    this.update({ state: isEmpty(mine) ? 'saved' : 'waiting', base, mine })
    this.options.onSaved(base)
  }

  private failed(error: ApiError, patch: LessonPatch) {
    const theirs = error.status === 412 ? staleOf(error) : undefined
    if (theirs && !touches(patch, this.snapshot.base, theirs.entry)) {
      return this.update({ state: 'waiting', base: theirs.entry }) // what they changed is no text and not ours: both edits stand
    }
    if (theirs) return this.update({ state: 'conflict', theirs })
    if (error.status > 0 && error.status < 500) return this.update({ state: 'refused', error })
    this.update({ state: 'offline', error })
    this.later(retryAfter)
  }

  /** Takes the lesson as somebody else has saved it. True when the editor can continue with it; otherwise it has to start over. */
  adopt(entry: LessonEntry) {
    const { state, base } = this.snapshot
    if (entry.revision <= base.revision) return true
    if (state !== 'saved' || this.sending) return true // the server will say when both have changed the same
    if (entry.content_id !== base.content_id || entry.title !== base.title || entry.summary !== base.summary)
      return false
    this.update({ state, base: entry })
    return true
  }

  /** Saves what is here over what is there. */
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

  /** Members that are not named stay, but for what belongs to the state that is left. */
  private update(next: Partial<AutosaveSnapshot>) {
    const { state, base, mine, theirs } = this.snapshot
    this.snapshot = { state, base, mine, ...(theirs && next.state === undefined && { theirs }), ...next }
    for (const listener of this.listeners) listener()
  }
}

const isEmpty = (patch: LessonPatch) => Object.keys(patch).length === 0

/** The local edits that were not in the patch, or were changed again since. */
function without(mine: LessonPatch, patch: LessonPatch): LessonPatch {
  const sent = new Map<string, unknown>(Object.entries(patch))
  return Object.fromEntries(
    Object.entries(mine).filter(([member, value]) => !sent.has(member) || sent.get(member) !== value),
  )
}

/** Whether they have changed what the patch changes too, or a text that the editor shows: it would show it no more. */
function touches(patch: LessonPatch, base: LessonEntry, theirs: LessonEntry) {
  const was = membersOf(base)
  const is = membersOf(theirs)
  return [...Object.keys(patch), ...texts].some((member) => was.get(member) !== is.get(member))
}

const texts = ['content', 'title', 'summary']

/** Each member in a form that can be compared; a content is known by its id. */
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
