import type { Schema } from '@/api/client'
import { newId } from '@/shared/new-id'

export type WatchEvent = Schema<'WatchEvent'>

/** Without the id and time, which the log adds. */
type NewWatchEvent = Omit<WatchEvent, 'id' | 'at'>

const longestRange = 30 // seconds: a range is reported at least this often, so that little is lost with the tab
const leap = 1.5 // seconds between two readings that mean that the viewer has seeked

/** Records how one video is watched: ranges of media time, the start, and every stall. */
export class WatchLog {
  #from: number | undefined
  #to = 0
  #rung = ''
  #stalledAt: number | undefined
  #startedAt: number | undefined

  /** `report` takes each event; `now` is in milliseconds. */
  constructor(
    readonly report: (event: WatchEvent) => void,
    readonly now: () => number = Date.now,
  ) {}

  /** The player has begun to load. */
  opened() {
    this.#startedAt = this.now()
  }

  /** A frame is shown: the first one after `opened` determines the startup time. */
  playing() {
    if (this.#startedAt !== undefined) {
      this.#emit({ type: 'start', milliseconds: this.now() - this.#startedAt, rung: this.#rung })
      this.#startedAt = undefined
    }
    if (this.#stalledAt !== undefined) {
      this.#emit({ type: 'stall', milliseconds: this.now() - this.#stalledAt, from: round(this.#to) })
      this.#stalledAt = undefined
    }
  }

  /** Playback waits for data. Waiting at the start or after seeking is not a stall. */
  waiting(jumping: boolean) {
    if (this.#startedAt === undefined && !jumping) this.#stalledAt ??= this.now()
  }

  /** The current rung, such as `720p`. What was watched of another is reported first. */
  rung(name: string) {
    if (name !== this.#rung) this.flush()
    this.#rung = name
  }

  /** The media time in seconds, as the player reports it during playback. */
  at(time: number) {
    const jumped = time < this.#to || time - this.#to > leap
    if (this.#from !== undefined && jumped) this.flush()
    this.#from ??= time
    this.#to = time
    if (this.#to - this.#from >= longestRange) this.flush()
  }

  /** Reports what is still pending: on pausing, seeking, at the end, and on leaving the page. */
  flush() {
    if (this.#from !== undefined && this.#to > this.#from) {
      this.#emit({ type: 'watched', from: round(this.#from), to: round(this.#to), rung: this.#rung })
    }
    this.#from = undefined
  }

  #emit(event: NewWatchEvent) {
    this.report({ id: newId(), at: new Date(this.now()).toISOString(), ...event })
  }
}

const round = (seconds: number) => Math.round(seconds * 1000) / 1000
