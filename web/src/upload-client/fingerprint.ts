// Identifies a file by name, size, date, and a checksum of both ends: reading all of 10 GB would take minutes. The
// checksum is our own, because crypto.subtle is unavailable over plain HTTP.
import type { UploadFile } from './types'

const END_BYTES = 64 * 1024

export async function fingerprintOf(file: UploadFile): Promise<string> {
  const head = await file.slice(0, END_BYTES).arrayBuffer()
  const tail = await file.slice(Math.max(0, file.size - END_BYTES), file.size).arrayBuffer()
  const checksum = crc32(new Uint8Array(tail), crc32(new Uint8Array(head)))
  return [file.size, file.lastModified, checksum.toString(16).padStart(8, '0'), file.name].join(':')
}

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

/** CRC-32 (ISO 3309) of the bytes, continuing from an earlier checksum. */
export function crc32(bytes: Uint8Array, before = 0): number {
  let crc = ~before
  for (const byte of bytes) crc = (crc >>> 8) ^ (table[(crc ^ byte) & 0xff] ?? 0)
  return ~crc >>> 0
}
