import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { api, one, type Schema } from '@/api/client'

import { useProvenSignIn } from './api'
import { passkeysWork, provePasskey } from './passkey'

const renewed = 4 * 60_000 // milliseconds: a challenge is valid for five minutes

/**
 * Offers the user's passkeys in the browser's autofill of the address field (WebAuthn level 3, §5.1.4 conditional
 * mediation), until another way is used. Errors before a passkey is chosen are silent: the button reports them.
 */
export function usePasskeyAutofill(onSignedIn: (answer: Schema<'SignedIn'>) => void) {
  const { mutate, error } = useProvenSignIn(onSignedIn)
  const [round, setRound] = useState(0)
  const running = useRef<AbortController>(undefined)
  const again = () => setRound((n) => n + 1)
  const chosen = useEffectEvent((proof: Schema<'PasskeyProof'>) => mutate(proof, { onError: again }))

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round starts another request
  useEffect(() => {
    const stop = new AbortController()
    running.current = stop
    const timer = setTimeout(() => setRound((n) => n + 1), renewed)
    offer(stop.signal).then(
      (proof) => proof && chosen(proof),
      () => undefined,
    )
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [round])

  /**
   * Browsers allow one pending passkey request: call `stop` before starting another, and `again` if that one fails.
   */
  return { error, stop: () => running.current?.abort(), again }
}

async function offer(signal: AbortSignal) {
  if (!passkeysWork() || !(await PublicKeyCredential.isConditionalMediationAvailable?.()) || signal.aborted) return
  const { challengeId, publicKey } = await one(api.POST('/auth/passkeys/sign-in-options', { signal }))
  const credential = await provePasskey(publicKey, { mediation: 'conditional', signal })
  return credential && { challengeId, credential }
}
