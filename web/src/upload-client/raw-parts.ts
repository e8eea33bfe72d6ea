// Raw parts to signed URLs: a quarter fewer bytes than base64, and several in flight.
import type { Attempt } from './attempts'
import { storedChunk } from './calls'
import { SessionExpired, UploadError } from './failure'
import type { PartUrl } from './types'
import type { Wire } from './wire'

interface RawParts {
  wire: Wire
  urls: readonly PartUrl[]
  /** Maximum PUTs in flight. */
  concurrency: number
  signal: AbortSignal
  /** The bytes of a part; empty past the end of the file. */
  read: (partNumber: number) => Blob
  /** Runs one PUT with retries. */
  attempt: Attempt
  onProgress: (partNumber: number, share: number) => void
  onStored: (partNumber: number, etag: string) => void
}

/** The signed URLs are unusable: blocked by the browser (CORS) or no longer accepted. */
class RawRefused extends Error {}

/**
 * Sends every part that has a signed URL. Returns false if the URLs turn out to be unusable: the missing parts must
 * then be sent as chunks. Throws SessionExpired, or the UploadError of a part whose attempts are used up.
 */
export async function sendRawParts(raw: RawParts): Promise<boolean> {
  const waiting = [...raw.urls]
  const lane = new AbortController()
  const signal = AbortSignal.any([raw.signal, lane.signal])
  let reached = false
  let first: unknown
  const work = async () => {
    for (let part = waiting.shift(); part && !signal.aborted; part = waiting.shift()) {
      await sendRawPart(raw, part, signal, () => reached)
      reached = true
    }
  }
  const stopAll = (error: unknown) => {
    first ??= error
    lane.abort()
  }
  await Promise.all(Array.from({ length: raw.concurrency }, () => work().catch(stopAll)))
  raw.signal.throwIfAborted()
  if (first instanceof RawRefused) return false
  if (first !== undefined) throw first
  return true
}

async function sendRawPart(raw: RawParts, { partNumber, url }: PartUrl, signal: AbortSignal, reached: () => boolean) {
  const data = raw.read(partNumber)
  if (data.size === 0) return
  const etag = await raw.attempt(signal, async () => {
    try {
      const onProgress = (share: number) => raw.onProgress(partNumber, share)
      return storedChunk(await raw.wire.put(url, { body: data, signal, onProgress })).etag
    } catch (error) {
      throw refused(error, reached()) ? new RawRefused() : error
    }
  })
  if (etag === undefined) throw new RawRefused()
  signal.throwIfAborted()
  raw.onStored(partNumber, etag)
}

/** Browsers report a CORS refusal as a network error; it is assumed to be one if no PUT has ever succeeded. */
function refused(error: unknown, reached: boolean): boolean {
  if (!(error instanceof UploadError) || error instanceof SessionExpired) return false
  if (error.errorClass === 'NETWORK_ERROR') return !reached
  // This includes 2xx without a readable etag: the header may not be exposed across origins.
  return error.status > 0 && error.status < 500
}
