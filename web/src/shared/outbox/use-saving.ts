import { useCallback, useEffect, useRef, useState } from 'react'

import { Outbox } from './outbox'
import type { OutboxEntry } from './store'

const retryAfter = 4000 // milliseconds after a failed save

export type SaveState = 'saved' | 'saving' | 'waiting' | 'failed'

type Options<V> = {
  /** Milliseconds after the last change. */
  pause: number
  /** Throws if the server has not received them. It should outlive the page. */
  save: (values: V[]) => Promise<unknown>
  /** The outbox entry for a value. */
  toEntry: (value: V) => OutboxEntry
  /** Whether the server will never accept them, so that retrying is pointless. */
  isRefusal: (error: unknown) => boolean
}

/**
 * Saves what a user types: soon after the last change, at once when the page is left or hidden, and again until the
 * server has it. Unsent values are stored on this device and sent from whatever page their owner opens next. For each
 * name the newest value wins; the server recognizes it by its sequence.
 */
export function useSaving<V extends { sequence: number }>(owner: string | undefined, options: Options<V>) {
  const [outbox] = useState(() => (owner === undefined ? undefined : new Outbox(owner)))
  const [state, setState] = useState<SaveState>('saved')
  const [error, setError] = useState<unknown>()
  const unsent = useRef(new Map<string, V>())
  const written = useRef(new WeakSet<V>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const left = useRef(false)
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })

  const writeDown = useCallback(() => {
    for (const value of unsent.current.values()) {
      if (!written.current.has(value)) void outbox?.add(latest.current.toEntry(value))
      written.current.add(value)
    }
  }, [outbox])

  const send = useCallback(async () => {
    clearTimeout(timer.current)
    const batch = [...unsent.current]
    if (batch.length === 0) return
    setState('saving')
    try {
      await latest.current.save(batch.map(([, value]) => value))
      for (const [name, value] of batch) if (unsent.current.get(name) === value) unsent.current.delete(name)
      setError(undefined)
      setState(unsent.current.size === 0 ? 'saved' : 'waiting')
    } catch (failure) {
      setError(failure)
      setState('failed')
      if (latest.current.isRefusal(failure)) return
      writeDown()
      if (!left.current) timer.current = setTimeout(() => void send(), retryAfter)
    }
  }, [writeDown])

  useEffect(() => {
    left.current = false
    const leave = () => {
      void send() // at once: a page that is closed will not return to the pending values
      writeDown()
    }
    const hidden = () => document.visibilityState === 'hidden' && leave()
    window.addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', hidden)
    return () => {
      left.current = true
      leave()
      window.removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', hidden)
    }
  }, [send, writeDown])

  function change(name: string, value: V) {
    unsent.current.set(name, value)
    setState('waiting')
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void send(), latest.current.pause)
  }

  /** The pending values were sent with another request, or are no longer needed. */
  const settle = useCallback(() => {
    clearTimeout(timer.current)
    unsent.current.clear()
    setState('saved')
  }, [])

  return { state, error, change, settle, unsent: () => [...unsent.current.values()] }
}
