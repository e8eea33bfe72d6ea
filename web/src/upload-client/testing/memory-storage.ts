import type { UploadStorage } from '../saved-uploads'

/** localStorage without a browser. */
export class MemoryStorage implements UploadStorage {
  private readonly values = new Map<string, string>()
  /** Refuses writes, as a browser does at its quota. */
  full = false

  get length(): number {
    return this.values.size
  }

  key(index: number): string | null {
    return [...this.values.keys()][index] ?? null
  }

  getItem(key: string): string | null {
    return this.values.get(key) ?? null
  }

  setItem(key: string, value: string): void {
    if (this.full) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    this.values.set(key, value)
  }

  removeItem(key: string): void {
    this.values.delete(key)
  }
}
