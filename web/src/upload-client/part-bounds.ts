import type { UploadedPart, UploadSession } from './types'

/** How a session divides a file. Part numbers start at 1. */
export class PartBounds {
  constructor(
    private readonly chunkSize: UploadSession['chunkSize'],
    private readonly fileSize: number,
  ) {}

  /** The range of a part in the file, in bytes; past the end it is empty. */
  of(partNumber: number): { start: number; end: number } {
    const start = Math.min((partNumber - 1) * this.chunkSize, this.fileSize)
    return { start, end: Math.min(start + this.chunkSize, this.fileSize) }
  }

  bytes(partNumber: number): number {
    const { start, end } = this.of(partNumber)
    return end - start
  }

  /** The lowest part that is missing from the list. An empty part ends the count, whatever `totalChunks` says. */
  nextMissing(parts: readonly UploadedPart[]): number | undefined {
    const held = new Set(parts.map(({ partNumber }) => partNumber))
    let part = 1
    while (held.has(part)) part++
    return this.bytes(part) > 0 ? part : undefined
  }

  /** Bytes of complete parts and of the shares (0 to 1) of those in flight. */
  sentBytes(parts: readonly UploadedPart[], moving: ReadonlyMap<number, number>): number {
    const whole = parts.reduce((sum, { partNumber }) => sum + this.bytes(partNumber), 0)
    return Math.round([...moving].reduce((sum, [partNumber, share]) => sum + this.bytes(partNumber) * share, whole))
  }
}
