import { useEffect, useState } from 'react'

/** Whole seconds until an instant, in milliseconds since the epoch, second by second; 0 or less when it has come. */
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
