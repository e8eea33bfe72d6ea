import { useSyncExternalStore } from 'react'

import type { Schema } from '@/api/client'

type Step = Schema<'SecondStep'> | undefined

let step: Step
const listeners = new Set<() => void>()

/**
 * A sign-in whose password was right and which waits for its second step. Kept in memory only: reloading the page
 * starts over with the password. All ways of signing in, by email or through a provider, then continue on the sign-in
 * page.
 */
export const pendingSecondStep = {
  get: () => step,
  set(next: Step) {
    step = next
    for (const listener of listeners) listener()
  },
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
}

export const usePendingSecondStep = () => useSyncExternalStore(pendingSecondStep.subscribe, pendingSecondStep.get)
