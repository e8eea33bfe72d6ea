import { useEffect, useState } from 'react'

import { Outbox } from './outbox'

const every = 30_000 // milliseconds

/** Sends the user's outbox periodically, on every page. */
export default function Sender({ owner }: { owner: string }) {
  const [outbox] = useState(() => new Outbox(owner))
  useEffect(() => {
    const flush = () => void outbox.flush()
    flush()
    window.addEventListener('online', flush)
    const timer = setInterval(flush, every)
    return () => {
      window.removeEventListener('online', flush)
      clearInterval(timer)
    }
  }, [outbox])
  return null
}
