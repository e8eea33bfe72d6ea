import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { Outbox, sentEvent } from '@/shared/outbox/outbox'

import { outboxKey } from './keys'

const every = 2000 // milliseconds

/** How many entries of the user wait in the outbox of this device. */
export function useWaiting(owner: string) {
  const [outbox] = useState(() => new Outbox(owner))
  const { data = 0, refetch } = useQuery({
    queryKey: outboxKey(owner),
    queryFn: () => outbox.waiting(),
    networkMode: 'always', // nothing is asked of the network
    refetchInterval: every,
    staleTime: 0,
  })
  useEffect(() => {
    const look = () => void refetch()
    window.addEventListener(sentEvent, look)
    return () => window.removeEventListener(sentEvent, look)
  }, [refetch])
  return data
}
