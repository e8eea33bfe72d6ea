import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

import { Outbox } from '@/shared/outbox/outbox'

import { PlaybackAccess } from './access'
import { fetchStreamingUrls, type StreamingUrls } from './api'
import { Engine, type PlaybackEngine } from './engine'
import { NativeEngine } from './native-engine'
import { followNewQualities } from './new-qualities'
import { PositionKeeper } from './position'
import type { Problem } from './problem'
import { RenditionBridge } from './renditions'
import { SoundBridge } from './sounds'
import type { Source } from './source'
import { WatchLog } from './watch-log'

type Options = {
  /** Seconds. */
  start: number
  /** The user whose watch events and positions are sent. */
  viewer: string | undefined
  /** Undefined until the element is there. */
  source: Source | undefined
}

/** Plays a video in an element for the lifetime of the component. */
export function usePlayback(
  element: RefObject<HTMLVideoElement | null>,
  urls: StreamingUrls,
  { start, viewer, source }: Options,
) {
  const [problem, setProblem] = useState<Problem>()
  const engine = useRef<PlaybackEngine>(undefined)

  useEffect(() => {
    const video = element.current
    if (!video || !source) return
    const addresses = { first: urls, renew: () => fetchStreamingUrls(urls.videoId) }
    const log = viewer === undefined ? undefined : watch(video, urls.videoId, viewer)
    const hooks = {
      onProblem: setProblem,
      onRungs: () => {
        bridge.show(playing.rungs())
        sounds.show(playing.sounds())
        const active = playing.rungs().find((r) => r.active)
        log?.rung(active ? `${active.height}p` : '')
      },
    }
    const playing: PlaybackEngine =
      source === 'native'
        ? new NativeEngine(video, addresses, hooks)
        : new Engine(video, new PlaybackAccess(addresses), { ...hooks, sealed: source === 'sealed' })
    const bridge = new RenditionBridge(video, playing)
    const sounds = new SoundBridge(video, playing)
    engine.current = playing
    const unfollow = followNewQualities({
      first: urls,
      ask: () => fetchStreamingUrls(urls.videoId),
      onNewQuality: () => void playing.refresh(),
    })
    void playing.load(start)
    return () => {
      unfollow()
      log?.close()
      bridge.close()
      sounds.close()
      void playing.destroy()
    }
  }, [element, urls, start, viewer, source])

  const tryAgain = useCallback(() => {
    setProblem(undefined)
    void engine.current?.reload()
  }, [])

  return { problem, tryAgain }
}

const readEvery = 100 // milliseconds: as exactly watched ranges are told

/** Follows the element and sends watch events and positions. */
function watch(video: HTMLVideoElement, videoId: string, viewer: string) {
  const outbox = new Outbox(viewer)
  const position = new PositionKeeper(videoId)
  const log = new WatchLog((event) => void outbox.add({ kind: 'watch', videoId, event }))
  /** Read while it plays, and once more where it stops. Between a jump and its end the time is of neither place. */
  const read = () => video.seeking || log.at(video.currentTime, video.playbackRate)
  const settle = () => {
    log.flush()
    if (video.currentTime > 0) void position.save(video.currentTime)
    void outbox.flush()
  }
  const away = () => document.visibilityState === 'hidden' && settle()
  const stop = new AbortController()
  const on = { signal: stop.signal }

  log.opened()
  video.addEventListener(
    'playing',
    () => {
      log.playing()
      log.jumped() // however long the pause was
      read()
    },
    on,
  )
  video.addEventListener('seeking', () => log.jumped(), on)
  video.addEventListener('emptied', () => log.jumped(), on)
  video.addEventListener('waiting', () => log.waiting(video.seeking), on)
  const passing = () => {
    if (video.paused) return
    read()
    position.passing(video.currentTime)
  }
  const stopped = () => {
    read()
    settle()
  }
  video.addEventListener('timeupdate', passing, on)
  video.addEventListener('pause', stopped, on)
  video.addEventListener('ended', stopped, on)
  window.addEventListener('online', settle, on)
  document.addEventListener('visibilitychange', away, on)
  window.addEventListener('pagehide', settle, on)
  const reading = setInterval(() => video.paused || read(), readEvery) // browsers report the time four times a second
  const sending = setInterval(() => void outbox.flush(), 30_000)

  return {
    rung: (name: string) => log.rung(name),
    close: () => {
      settle()
      clearInterval(reading)
      clearInterval(sending)
      stop.abort()
    },
  }
}
