import { useEffect, useState } from 'react'

import { Outbox } from './outbox'

const every = 30_000 // milliseconds

/** Sends what somebody did here and the server has not got yet, on whatever page they are. */
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
