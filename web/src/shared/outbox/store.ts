import { type DBSchema, openDB } from 'idb'

import type { Schema } from '@/api/client'

/** A user's action that the server has not received yet. */
export type OutboxEntry =
  | { kind: 'progress'; event: Schema<'ProgressEvent'> }
  | { kind: 'watch'; videoId: string; event: Schema<'WatchEvent'> }
  | { kind: 'answer'; attemptId: string; answer: Schema<'SavedAnswer'> }
  | { kind: 'draft'; lessonId: string; draft: Schema<'SubmissionDraft'> }

/** `owner` is the user's id: on a shared device nobody sends another user's entries. */
type StoredEntry = OutboxEntry & { owner: string }

interface OutboxDB extends DBSchema {
  entries: { key: number; value: StoredEntry; indexes: { owner: string } }
}

// Asynchronous, so that a browser without IndexedDB fails like one that denies access to it.
const open = async (name: string) =>
  openDB<OutboxDB>(name, 1, {
    upgrade: (db) => db.createObjectStore('entries', { autoIncrement: true }).createIndex('owner', 'owner'),
  })

/** The entries on this device, in the order of recording. */
export class OutboxStore {
  readonly #db

  constructor(name = 'lectern.outbox-entries') {
    this.#db = open(name)
    this.#db.catch(() => undefined) // every use reports the error
  }

  /** Resolves once written to disk, which completes even if the page is being closed. */
  async add(owner: string, entry: OutboxEntry) {
    const tx = (await this.#db).transaction('entries', 'readwrite')
    void tx.store.add({ ...entry, owner })
    tx.commit()
    await tx.done
  }

  /** The entries of one user, oldest first. */
  async of(owner: string, most: number): Promise<(StoredEntry & { key: number })[]> {
    const tx = (await this.#db).transaction('entries')
    const index = tx.store.index('owner')
    const [values, keys] = await Promise.all([index.getAll(owner, most), index.getAllKeys(owner, most)])
    return values.flatMap((value, i) => {
      const key = keys[i]
      return key === undefined ? [] : [{ ...value, key }]
    })
  }

  async count(owner: string) {
    return (await this.#db).countFromIndex('entries', 'owner', owner)
  }

  async remove(keys: number[]) {
    const tx = (await this.#db).transaction('entries', 'readwrite')
    for (const key of keys) void tx.store.delete(key)
    await tx.done
  }

  async close() {
    ;(await this.#db).close()
  }
}
