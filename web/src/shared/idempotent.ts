import { useRef } from 'react'

import { newId } from './new-id'

/**
 * Sends under an Idempotency-Key, which stays the same while the same is sent again after a failure: where only the
 * answer was lost, the server gives it and does nothing twice.
 */
export function useIdempotent<V, R>(send: (variables: V, header: { 'Idempotency-Key': string }) => Promise<R>) {
  const failed = useRef<{ what: string; key: string }>(undefined)
  return async (variables: V) => {
    const what = JSON.stringify(variables)
    if (failed.current?.what !== what) failed.current = { what, key: newId() }
    const answer = await send(variables, { 'Idempotency-Key': failed.current.key })
    failed.current = undefined
    return answer
  }
}
