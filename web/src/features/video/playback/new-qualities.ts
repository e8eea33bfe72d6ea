import type { StreamingUrls } from './api'

const askEvery = 15_000 // milliseconds

type Options = {
  /** What plays now. */
  first: StreamingUrls
  /** Asks the server what there is by now. */
  ask: () => Promise<StreamingUrls>
  /** There are more qualities than before; the manifest under the same address has them. */
  onNewQuality: () => void
}

/** Follows a video that plays while it is processed, until no further quality will come. Gives what ends that. */
export function followNewQualities({ first, ask, onNewQuality }: Options) {
  let known = first.renditions.length
  let timer: ReturnType<typeof setTimeout> | undefined
  let over = first.final
  const look = async () => {
    const now = await ask().catch(() => undefined) // the next time will do
    if (over) return
    // A new generation has other addresses: who watches the old one sees it to its end.
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
