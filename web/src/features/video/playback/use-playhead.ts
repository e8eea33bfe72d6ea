import { useEffect, useState } from 'react'

import { lastBegun } from './transcript'

/** The index of the part that plays, by the starts of all in seconds; -1 before the first. */
export function usePlayhead(video: HTMLVideoElement | null, starts: readonly number[]) {
  const [index, setIndex] = useState(-1)
  useEffect(() => {
    if (!video) return
    const follow = () => setIndex(lastBegun(starts, video.currentTime))
    follow()
    const stop = new AbortController()
    for (const event of ['timeupdate', 'seeking']) video.addEventListener(event, follow, { signal: stop.signal })
    return () => stop.abort()
  }, [video, starts])
  return index
}

/** Plays on from a time in seconds. */
export function seek(video: HTMLVideoElement | null, seconds: number) {
  if (video) video.currentTime = seconds
}
