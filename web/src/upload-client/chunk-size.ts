// How a file is divided into chunks (spec 000 section 9). The Go program follows the same table:
// testdata/upload-scripts/chunk-sizes.json.

const MB = 1024 * 1024
const GB = 1024 * MB

export const MAX_FILE_BYTES = 10 * GB
export const MAX_CHUNK_BYTES = 50 * MB
/** The size requested if nothing else is configured. */
export const CONFIGURED_CHUNK_BYTES = 10 * MB

interface Cut {
  /** Bytes. */
  fileSize: number
  /** Duration of the video, if known: short videos get smaller chunks so that progress is visible. */
  durationMinutes?: number | undefined
  /** Bytes requested by configuration. */
  configured?: number | undefined
}

/** Bytes per chunk: file size raises the configured value, a short duration lowers it, and 50 MB caps it. */
export function chunkSizeFor({ fileSize, durationMinutes, configured = CONFIGURED_CHUNK_BYTES }: Cut): number {
  const bySize = fileSize > 5 * GB ? 20 * MB : fileSize > GB ? 15 * MB : configured
  return Math.max(1, Math.min(bySize, durationCap(durationMinutes), MAX_CHUNK_BYTES))
}

function durationCap(minutes: number | undefined): number {
  if (minutes === undefined) return MAX_CHUNK_BYTES
  return minutes < 1 ? 2 * MB : minutes < 5 ? 5 * MB : MAX_CHUNK_BYTES
}
