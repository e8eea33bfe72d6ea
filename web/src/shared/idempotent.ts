import { useRef } from 'react'

import { newId } from './new-id'

/**
 * Sends with an Idempotency-Key that stays the same for retries of the same request: if only the response was lost,
 * the server repeats it and does nothing twice.
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
