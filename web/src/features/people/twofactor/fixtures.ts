import { vi } from 'vitest'

import type { Schema } from '@/api/client'

// A browser's authenticator: challenges arrive as bytes, and responses leave as base64url.
class Answer {
  clientDataJSON = new Uint8Array([1, 2]).buffer
  authenticatorData = new Uint8Array([3]).buffer
  signature = new Uint8Array([255, 254, 253]).buffer
  userHandle = null
}
export class Key {
  id = '_w'
  rawId = new Uint8Array([255]).buffer
  response = new Answer()
}

export const asked = vi.fn<(options: CredentialRequestOptions) => Promise<Key>>()

/** A browser with passkeys that responds as `asked` says. */
export function withPasskeys() {
  vi.stubGlobal('PublicKeyCredential', Key)
  vi.stubGlobal('AuthenticatorAssertionResponse', Answer)
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get: asked } })
}

export const request: Schema<'PasskeyRequest'> = {
  challengeId: 'q1',
  publicKey: {
    challenge: '-_8',
    timeout: 300000,
    rpId: 'lectern.test',
    allowCredentials: [{ type: 'public-key', id: '_w', transports: ['internal'] }],
    userVerification: 'preferred',
  },
}
