// Chunks as in the spec: base64 in JSON, or the same as flat form fields. Encoded piecewise into a Blob, which the
// browser may keep on disk, so that 50 MB of video are never in memory as one string.
import { UploadError } from './failure'
import type { UploadSession } from './types'

/** A multiple of 3, so that pieces need no padding between them. */
const PIECE_BYTES = 3 * 256 * 1024

export interface ChunkBody {
  body: Blob
  contentType: string
}

/** The JSON chunk. Its data comes last, so that a server that streams knows by then which session it belongs to. */
export async function jsonChunk(session: UploadSession, partNumber: number, data: Blob): Promise<ChunkBody> {
  const { uploadId, videoId, key, bucket, originalFileName, courseId, contentType } = session
  const head = JSON.stringify({
    uploadSession: { uploadId, videoId, key, bucket },
    partNumber,
    originalFileName,
    courseId,
    contentType,
  })
  const body = new Blob([head.slice(0, -1), ',"chunkData":"', ...(await base64(data)), '"}'])
  return { body, contentType: 'application/json' }
}

/** The flat variant, as fields of a multipart form. */
export async function formChunk(session: UploadSession, partNumber: number, data: Blob): Promise<ChunkBody> {
  const { uploadId, videoId, key, bucket, originalFileName, courseId, contentType } = session
  const fields = {
    uploadId,
    videoId,
    partNumber: String(partNumber),
    key,
    bucket,
    originalFileName,
    courseId,
    contentType,
  }
  const boundary = `lectern-${crypto.getRandomValues(new Uint32Array(4)).join('-')}`
  const open = (name: string) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`
  const head = Object.entries(fields).map(([name, value]) => `${open(name)}${value}\r\n`)
  const body = new Blob([...head, open('chunkData'), ...(await base64(data)), `\r\n--${boundary}--\r\n`])
  return { body, contentType: `multipart/form-data; boundary=${boundary}` }
}

async function base64(data: Blob): Promise<Blob[]> {
  const pieces: Blob[] = []
  for (let start = 0; start < data.size; start += PIECE_BYTES) {
    const bytes = new Uint8Array(
      await data
        .slice(start, start + PIECE_BYTES)
        .arrayBuffer()
        .catch(unreadable),
    )
    pieces.push(new Blob([toBase64(bytes)]))
  }
  return pieces
}

function unreadable(): never {
  throw new UploadError('UNKNOWN_ERROR', 'FILE_CHANGED')
}

type SelfEncoding = Uint8Array & { toBase64(): string }
const encodesItself = (bytes: Uint8Array): bytes is SelfEncoding => 'toBase64' in bytes

/** Standard base64 (RFC 4648 section 4) with padding. */
export function toBase64(bytes: Uint8Array): string {
  if (encodesItself(bytes)) return bytes.toBase64()
  let binary = ''
  // fromCharCode takes its bytes as arguments, and engines limit how many.
  for (let start = 0; start < bytes.length; start += 8192) {
    binary += String.fromCharCode(...bytes.subarray(start, start + 8192))
  }
  return btoa(binary)
}
