import { t } from '@lingui/core/macro'
import { IconPlayerPlayFilled } from '@tabler/icons-react'
import { lazy, type Ref, Suspense, useCallback, useEffect, useRef, useState } from 'react'

import type { PlayerProps } from './player'
import classes from './player-on-demand.module.css'

const Player = lazy(() => import('./player'))

/**
 * The player once it is wanted. Its code keeps a slow phone from reacting for about a second, so its poster stands there until the
 * viewer acts: those who only read the page do not load it.
 */
export function PlayerOnDemand({ autoPlay = false, onElement, ...player }: PlayerProps) {
  const acted = useActed()
  const [pressed, setPressed] = useState(false)
  const [loaded, setLoaded] = useState(false)
  const poster = useRef<HTMLButtonElement>(null)
  const takeOver = useCallback(
    (video: HTMLVideoElement) => {
      setLoaded(true)
      if (pressed || document.activeElement === poster.current)
        video.closest<HTMLElement>('media-controller')?.focus({ preventScroll: true })
      onElement?.(video)
    },
    [pressed, onElement],
  )
  return (
    <div className={classes.stage}>
      {!loaded && (
        <Poster
          ref={poster}
          url={player.urls.poster}
          title={player.title}
          loading={pressed}
          onPlay={() => setPressed(true)}
        />
      )}
      {(acted || autoPlay || pressed) && (
        <Suspense>
          <Player {...player} autoPlay={autoPlay || pressed} onElement={takeOver} />
        </Suspense>
      )}
    </div>
  )
}

type PosterProps = { ref: Ref<HTMLButtonElement>; url: string; title: string; loading: boolean; onPlay: () => void }

function Poster({ ref, url, title, loading, onPlay }: PosterProps) {
  return (
    <button
      ref={ref}
      type="button"
      className={classes.poster}
      aria-label={t`Play ${title}`}
      aria-busy={loading}
      onPointerDown={({ pointerType }) => pointerType === 'mouse' && onPlay()} // by the click, the player may be there
      onClick={onPlay}
    >
      {url && <img src={url} alt="" fetchPriority="high" />}
      <IconPlayerPlayFilled aria-hidden="true" data-loading={loading || undefined} />
    </button>
  )
}

/** Whether the viewer has acted on the page: moved the pointer, tapped, or pressed a key. */
function useActed() {
  const [acted, setActed] = useState(false)
  useEffect(() => {
    if (acted) return
    const stop = new AbortController()
    for (const act of ['pointermove', 'click', 'keydown'])
      window.addEventListener(act, () => setActed(true), { signal: stop.signal, passive: true })
    return () => stop.abort()
  }, [acted])
  return acted
}
