// The browser's side of WebAuthn. Its JSON helpers are not available everywhere yet, so bytes and base64url are
// converted here.
import { t } from '@lingui/core/macro'

import type { Schema } from '@/api/client'

function bytesOf(text: string): ArrayBuffer {
  const raw = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(raw, (c) => c.charCodeAt(0)).buffer
}

function textOf(bytes: ArrayBuffer): string {
  const raw = Array.from(new Uint8Array(bytes), (b) => String.fromCharCode(b)).join('')
  return btoa(raw).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Passkeys are available on secure pages only: HTTPS, or localhost. */
export const passkeysWork = () => typeof window.PublicKeyCredential === 'function'

/** The message for a failure in the browser. Closing its dialog is not a failure. */
export class PasskeyError extends Error {}

const known = ({ id, type, transports }: Schema<'PasskeyReference'>): PublicKeyCredentialDescriptor => ({
  id: bytesOf(id),
  type,
  ...(transports && { transports: transports.filter((transport) => transport !== 'smart-card') }),
})

/** Creates a passkey. Returns undefined if the user cancels. */
export async function makePasskey(options: Schema<'PasskeyCreationOptions'>) {
  const made = await given(
    navigator.credentials.create({
      publicKey: {
        ...options,
        challenge: bytesOf(options.challenge),
        user: { ...options.user, id: bytesOf(options.user.id) },
        excludeCredentials: options.excludeCredentials.map(known),
      },
    }),
  )
  if (!made) return undefined
  if (!(made.response instanceof AuthenticatorAttestationResponse))
    throw new PasskeyError(t`Your device's response was not a passkey. Try again, or use another device.`)
  const { clientDataJSON, attestationObject } = made.response
  const credential: Schema<'PasskeyRegistration'> = {
    ...named(made),
    response: {
      clientDataJSON: textOf(clientDataJSON),
      attestationObject: textOf(attestationObject),
      transports: made.response.getTransports(),
    },
  }
  return credential
}

/** Proves a passkey. Returns undefined if the user cancels. */
export async function provePasskey(options: Schema<'PasskeyRequestOptions'>, more: CredentialRequestOptions = {}) {
  const { rpId, timeout, userVerification } = options
  const allowCredentials = options.allowCredentials.map(known)
  const used = await given(
    navigator.credentials.get({
      ...more,
      publicKey: { challenge: bytesOf(options.challenge), rpId, timeout, userVerification, allowCredentials },
    }),
  )
  if (!used) return undefined
  if (!(used.response instanceof AuthenticatorAssertionResponse))
    throw new PasskeyError(t`Your device's response was not a passkey. Try again, or use another device.`)
  const { clientDataJSON, authenticatorData, signature, userHandle } = used.response
  const credential: Schema<'PasskeyAuthentication'> = {
    ...named(used),
    response: {
      clientDataJSON: textOf(clientDataJSON),
      authenticatorData: textOf(authenticatorData),
      signature: textOf(signature),
      ...(userHandle && { userHandle: textOf(userHandle) }),
    },
  }
  return credential
}

const named = ({ id, rawId }: PublicKeyCredential) => ({ id, rawId: textOf(rawId), type: 'public-key' as const })

/** The browser's response. Undefined if its dialog was closed, or replaced by another. */
async function given(asked: Promise<Credential | null>): Promise<PublicKeyCredential | undefined> {
  try {
    const credential = await asked
    return credential instanceof PublicKeyCredential ? credential : undefined
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    if (name === 'NotAllowedError' || name === 'AbortError') return undefined
    if (name === 'InvalidStateError') throw new PasskeyError(t`This device already has a passkey for your account.`)
    if (name === 'SecurityError')
      throw new PasskeyError(t`Passkeys don't work at this address. Open the site at its own domain name.`)
    throw new PasskeyError(t`Your device couldn't use a passkey. Try again, or use another device.`)
  }
}
