import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { api, one, type Schema } from '@/api/client'

import { useProvenSignIn } from './api'
import { passkeysWork, provePasskey } from './passkey'

const renewed = 4 * 60_000 // milliseconds: what the server asks is good for five minutes

/**
 * Offers the person's passkeys where the browser offers what it would fill into the address field (WebAuthn level 3,
 * §5.1.4 conditional mediation), until another way is used. Whatever goes wrong before a passkey is chosen says nothing: the button does.
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

  /** Browsers wait for one passkey at a time: `stop` before another is asked for, `again` when that was for nothing. */
  return { error, stop: () => running.current?.abort(), again }
}

async function offer(signal: AbortSignal) {
  if (!passkeysWork() || !(await PublicKeyCredential.isConditionalMediationAvailable?.()) || signal.aborted) return
  const { challengeId, publicKey } = await one(api.POST('/auth/passkeys/sign-in-options', { signal }))
  const credential = await provePasskey(publicKey, { mediation: 'conditional', signal })
  return credential && { challengeId, credential }
}
