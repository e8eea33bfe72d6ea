import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { Outbox, sentEvent } from '@/shared/outbox/outbox'

import { outboxKey } from './keys'

const every = 2000 // milliseconds

/** The number of the user's entries in this device's outbox. */
export function useWaiting(owner: string) {
  const [outbox] = useState(() => new Outbox(owner))
  const { data = 0, refetch } = useQuery({
    queryKey: outboxKey(owner),
    queryFn: () => outbox.waiting(),
    networkMode: 'always', // needs no network
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
