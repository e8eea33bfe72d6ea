import { deliver, routeOf } from './deliver'
import { sentEvent, unsentEvent } from './events'
import { type OutboxEntry, OutboxStore } from './store'

const batch = 100 // entries per request: keepalive bodies may hold 64 KiB, and the server accepts 200

type Options = { store?: OutboxStore; locks?: LockManager | undefined }

/**
 * What a user did on this device and the server has not received yet. An entry is stored before anything else, so
 * that it survives being offline, a reload and a crash, and removed once the server has accepted it. The server
 * recognizes repeated entries by their id.
 */
export class Outbox {
  readonly #store: OutboxStore
  readonly #locks: LockManager | undefined
  #sending: Promise<unknown> | undefined

  constructor(
    readonly owner: string,
    { store = new OutboxStore(), locks = navigator.locks }: Options = {},
  ) {
    this.#store = store
    this.#locks = locks // unavailable over plain HTTP: then two tabs may send the same entries, which does no harm
  }

  /** Resolves once the entry is stored on this device. Without storage, it is sent at once or not at all. */
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

  /** The number of waiting entries. */
  waiting() {
    return this.#store.count(this.owner).catch(() => 0)
  }

  /** Sends all entries, one tab at a time; safe to call at any time. */
  async flush(): Promise<void> {
    if (this.#sending) {
      await this.#sending // that run may have begun before the last entry was stored
    }
    this.#sending ??= this.#alone(() => this.#send())
      .catch(() => window.dispatchEvent(new Event(unsentEvent)))
      .finally(() => {
        this.#sending = undefined
      })
    await this.#sending
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
      if (settled.length === 0) {
        window.dispatchEvent(new Event(unsentEvent))
        break
      }
      taken = true
      await this.#store.remove(settled.map((e) => e.key))
    }
    if (taken) window.dispatchEvent(new Event(sentEvent))
  }

  close() {
    return this.#store.close()
  }
}

/** Sends the entries of a user, so that later reads from the server include them. */
export async function sendWaiting(owner: string) {
  const outbox = new Outbox(owner)
  await outbox.flush()
  await outbox.close().catch(() => undefined) // if storage could not be opened
}
