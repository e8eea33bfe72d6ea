import { useEffect, useState } from 'react'

/**
 * Whole seconds until an instant (milliseconds since the epoch), updated every second; 0 or less once it has passed.
 */
export function useSecondsLeft(until: number) {
  const [now, setNow] = useState(Date.now)
  const left = Math.ceil((until - now) / 1000)
  const over = left <= 0

  useEffect(() => {
    if (over) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [over])

  return left
}
