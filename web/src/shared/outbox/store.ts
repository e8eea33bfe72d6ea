import { type DBSchema, openDB } from 'idb'

import type { Schema } from '@/api/client'

/** What a person did, waiting for the server. */
export type Told =
  | { kind: 'progress'; event: Schema<'ProgressEvent'> }
  | { kind: 'watch'; videoId: string; event: Schema<'WatchEvent'> }
  | { kind: 'answer'; attemptId: string; answer: Schema<'SavedAnswer'> }
  | { kind: 'draft'; lessonId: string; draft: Schema<'SubmissionDraft'> }

/** `owner` is who did it: on a shared device nobody sends what another did. */
type Entry = Told & { owner: string }

interface Schemes extends DBSchema {
  told: { key: number; value: Entry; indexes: { owner: string } }
}

// Asynchronous, so that a browser without IndexedDB fails as one that refuses it does.
const open = async (name: string) =>
  openDB<Schemes>(name, 1, {
    upgrade: (db) => db.createObjectStore('told', { autoIncrement: true }).createIndex('owner', 'owner'),
  })

/** What waits on this device, in the order in which it was told. */
export class OutboxStore {
  readonly #db

  constructor(name = 'lectern.outbox') {
    this.#db = open(name)
    this.#db.catch(() => undefined) // each use says so
  }

  /** Done once it is on the disk, which also a page that is going away still brings about. */
  async add(owner: string, told: Told) {
    const tx = (await this.#db).transaction('told', 'readwrite')
    void tx.store.add({ ...told, owner })
    tx.commit()
    await tx.done
  }

  /** What waits of one person, the oldest first. */
  async of(owner: string, most: number): Promise<(Entry & { key: number })[]> {
    const tx = (await this.#db).transaction('told')
    const index = tx.store.index('owner')
    const [values, keys] = await Promise.all([index.getAll(owner, most), index.getAllKeys(owner, most)])
    return values.flatMap((value, i) => {
      const key = keys[i]
      return key === undefined ? [] : [{ ...value, key }]
    })
  }

  async count(owner: string) {
    return (await this.#db).countFromIndex('told', 'owner', owner)
  }

  async remove(keys: number[]) {
    const tx = (await this.#db).transaction('told', 'readwrite')
    for (const key of keys) void tx.store.delete(key)
    await tx.done
  }

  async close() {
    ;(await this.#db).close()
  }
}
