import type { Schema } from '@/api/client'
import { newId } from '@/api/new-id'

export type WatchEvent = Schema<'WatchEvent'>

/** Without the id and time, which the log adds. */
type NewWatchEvent = Omit<WatchEvent, 'id' | 'at'>

const longestRange = 30 // seconds: a range is reported at least this often, so that little is lost with the tab
const slack = 0.5 // seconds by which media time may run ahead of the clock between two readings

/** Records how one video is watched: ranges of media time, the start, and every stall. */
export class WatchLog {
  #from: number | undefined
  #to = 0
  #readAt = 0
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

  /** The media time in seconds, read while it plays at a rate. */
  at(time: number, rate = 1) {
    const elapsed = (this.now() - this.#readAt) / 1000
    if (time < this.#to || time - this.#to > elapsed * rate + slack) this.jumped()
    this.#from ??= time
    this.#to = time
    this.#readAt = this.now()
    if (this.#to - this.#from >= longestRange) this.flush()
  }

  /** The viewer is about to be somewhere else, or begins to play after a pause: what comes next begins another range. */
  jumped() {
    this.flush()
    this.#from = undefined
  }

  /** Reports what is not reported yet: at a pause, the end, and when the page goes. What plays on continues from there. */
  flush() {
    if (this.#from === undefined || this.#to <= this.#from) return
    this.#emit({ type: 'watched', from: round(this.#from), to: round(this.#to), rung: this.#rung })
    this.#from = this.#to
  }

  #emit(event: NewWatchEvent) {
    this.report({ id: newId(), at: new Date(this.now()).toISOString(), ...event })
  }
}

const round = (seconds: number) => Math.round(seconds * 1000) / 1000
