import type { StreamingUrls } from './api'

const askEvery = 15_000 // milliseconds

type Options = {
  /** The initial state. */
  first: StreamingUrls
  /** Requests the current state. */
  ask: () => Promise<StreamingUrls>
  /** Called when there are more qualities; the manifest at the same URL contains them. */
  onNewQuality: () => void
}

/**
 * Polls a video that is played while being processed, until no further quality is expected. Returns a function that
 * stops it.
 */
export function followNewQualities({ first, ask, onNewQuality }: Options) {
  let known = first.renditions.length
  let timer: ReturnType<typeof setTimeout> | undefined
  let over = first.final
  const look = async () => {
    const now = await ask().catch(() => undefined) // retried at the next interval
    if (over) return
    // A new generation has other URLs: users watching the old one finish it.
    over = now !== undefined && (now.final || now.generation !== first.generation)
    if (now?.generation === first.generation && now.renditions.length > known) {
      known = now.renditions.length
      onNewQuality()
    }
    wait()
  }
  const wait = () => {
    if (!over) timer = setTimeout(() => void look(), askEvery)
  }
  wait()
  return () => {
    over = true
    clearTimeout(timer)
  }
}
