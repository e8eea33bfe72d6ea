import { deliver, routeOf } from './deliver'
import { type OutboxEntry, OutboxStore } from './store'

const batch = 100 // entries a request: keepalive bodies may hold 64 KiB, and the server takes 200

/** Fired on the window when the server has accepted entries, by whichever outbox of this tab. */
export const sentEvent = 'lectern:sent'

type Options = { store?: OutboxStore; locks?: LockManager | undefined }

/**
 * What one user did on this device, on its way to the server. An entry is stored before anything else, so that it
 * survives being offline, a reload and a crash; it is removed once the server has accepted it. An entry that is sent
 * twice counts once, by its id.
 */
export class Outbox {
  readonly #store: OutboxStore
  readonly #locks: LockManager | undefined
  #sending: Promise<void> | undefined

  constructor(
    readonly owner: string,
    { store = new OutboxStore(), locks = navigator.locks }: Options = {},
  ) {
    this.#store = store
    this.#locks = locks // missing where a page comes over plain http: then two tabs may send the same, which does no harm
  }

  /** Resolves once the entry is stored on this device; where nothing can be stored, it is sent at once or not at all. */
  async add(entry: OutboxEntry) {
    try {
      await this.#store.add(this.owner, entry)
    } catch {
      await deliver([entry])
    }
  }

  /** Stores an entry and sends it. */
  async record(entry: OutboxEntry) {
    await this.add(entry)
    await this.flush()
  }

  /** How many entries wait. */
  waiting() {
    return this.#store.count(this.owner).catch(() => 0)
  }

  /** Sends all entries, one tab at a time; safe to call at any time. */
  async flush(): Promise<void> {
    if (this.#sending) {
      await this.#sending // which may have begun before the last entry was stored
    }
    this.#sending ??= this.#alone(() => this.#send())
      .catch(() => undefined)
      .finally(() => {
        this.#sending = undefined
      })
    return this.#sending
  }

  async #alone(send: () => Promise<void>) {
    if (this.#locks) await this.#locks.request('lectern.outbox', send)
    else await send()
  }

  async #send() {
    let taken = false
    for (;;) {
      const entries = await this.#store.of(this.owner, batch)
      const [first] = entries
      if (!first) break
      const settled = await deliver(entries.filter((e) => routeOf(e) === routeOf(first)))
      if (settled.length === 0) break
      taken = true
      await this.#store.remove(settled.map((e) => e.key))
    }
    if (taken) window.dispatchEvent(new Event(sentEvent))
  }

  close() {
    return this.#store.close()
  }
}

/** Sends the entries of a user, so that what is read next from the server includes them. */
export async function sendWaiting(owner: string) {
  const outbox = new Outbox(owner)
  await outbox.flush()
  await outbox.close().catch(() => undefined) // where nothing could be opened
}
