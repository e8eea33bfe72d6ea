import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { sentEvent, unsentEvent } from '@/shared/outbox/events'
import { Outbox } from '@/shared/outbox/outbox'

import { outboxKey } from './keys'

const every = 2000 // milliseconds

/** How many of the user's entries wait in this device's outbox, and whether the last attempt to send them failed. */
export function useWaiting(owner: string) {
  const [outbox] = useState(() => new Outbox(owner))
  const [failed, setFailed] = useState(false)
  const { data: waiting = 0, refetch } = useQuery({
    queryKey: outboxKey(owner),
    queryFn: () => outbox.waiting(),
    networkMode: 'always', // needs no network
    refetchInterval: every,
    staleTime: 0,
  })
  useEffect(() => {
    const onAttempt = ({ type }: Event) => {
      setFailed(type === unsentEvent)
      void refetch()
    }
    window.addEventListener(sentEvent, onAttempt)
    window.addEventListener(unsentEvent, onAttempt)
    return () => {
      window.removeEventListener(sentEvent, onAttempt)
      window.removeEventListener(unsentEvent, onAttempt)
    }
  }, [refetch])
  return { waiting, failed }
}
