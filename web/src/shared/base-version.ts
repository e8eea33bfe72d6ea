import { useState } from 'react'

import { ApiError } from '@/api/client'

/** Whether a save was refused because what it replaces is no longer what the form began from. */
export const isStale = (error: unknown) => error instanceof ApiError && error.status === 412

/**
 * The entity tag to send as If-Match with a form that others may be editing too. `current` is what the server has now and `tag` its
 * tag: a newer tag is taken over only while `current` is still what the form began from.
 */
export function useBaseVersion<T>(current: T, tag: string) {
  const text = JSON.stringify(current)
  const [base, setBase] = useState({ text, tag })
  if (base.text === text && base.tag !== tag) setBase({ text, tag })
  return {
    tag: base.tag,
    /** Whether the server has something else by now. */
    changed: base.text !== text,
    /** Takes a value of the server, the newest or what was just saved, for what the form begins from. */
    adopt: (value: T) => setBase({ text: JSON.stringify(value), tag }),
  }
}
