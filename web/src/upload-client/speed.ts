/** Milliseconds over which speed is smoothed: long enough to read the number, short enough to follow changes. */
const SMOOTHING_MS = 5000
/** Samples closer than this say more about buffers than about the network. */
const SAMPLE_MS = 250

/** The speed of an upload, as an exponential moving average. */
export class SpeedMeter {
  private last: { at: number; bytes: number } | null = null
  private rate: number | null = null

  /** Records the bytes sent so far at a time in milliseconds. */
  sample(at: number, bytes: number): void {
    if (!this.last || bytes < this.last.bytes) {
      // The first sample, or a part is being sent again.
      this.last = { at, bytes }
      return
    }
    const elapsed = at - this.last.at
    if (elapsed < SAMPLE_MS) return
    const rate = ((bytes - this.last.bytes) * 1000) / elapsed
    const weight = 1 - Math.exp(-elapsed / SMOOTHING_MS)
    this.rate = this.rate === null ? rate : this.rate + weight * (rate - this.rate)
    this.last = { at, bytes }
  }

  get bytesPerSecond(): number {
    return Math.round(this.rate ?? 0)
  }

  /** Whole seconds for the remaining bytes, or null while unknown. */
  secondsFor(bytes: number): number | null {
    return this.rate !== null && this.rate >= 1 ? Math.ceil(bytes / this.rate) : null
  }

  /** Resets: after a pause the old speed says nothing. */
  reset(): void {
    this.last = null
    this.rate = null
  }
}
