// Opens sealed segments: 16-byte IV, ciphertext, 16-byte tag (HLS METHOD=AES-256-GCM, rfc8216bis section 5.2).

const ivLength = 16
const tagBits = 128

/** A segment failed to open: it was modified, or is not the one requested. */
export class IntegrityError extends Error {
  constructor() {
    super('A segment of the video did not pass its check.')
  }
}

/**
 * The key epoch of a media URL; undefined for what is not sealed (captions, manifests). Init segments have epoch 0.
 */
export function epochOf(address: string, segmentsPerKey: number) {
  const name = /\/(init|\d+)\.(?:mp4|m4s)$/.exec(new URL(address).pathname)?.[1]
  if (name === undefined) return undefined
  return name === 'init' ? 0 : Math.floor((Number(name) - 1) / segmentsPerKey)
}

/** Decrypts a sealed segment. Throws an IntegrityError. */
export async function open(sealed: ArrayBuffer | ArrayBufferView, key: CryptoKey) {
  const bytes = new Uint8Array('buffer' in sealed ? copy(sealed) : sealed)
  const algorithm = { name: 'AES-GCM', iv: bytes.subarray(0, ivLength), tagLength: tagBits }
  try {
    return await crypto.subtle.decrypt(algorithm, key, bytes.subarray(ivLength))
  } catch {
    throw new IntegrityError()
  }
}

const copy = (view: ArrayBufferView) => new Uint8Array(view.buffer, view.byteOffset, view.byteLength).slice()
