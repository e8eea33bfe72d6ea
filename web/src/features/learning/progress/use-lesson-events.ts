import { useCallback, useEffect, useState } from 'react'

import type { Schema } from '@/api/client'
import { newId } from '@/shared/new-id'
import { Outbox } from '@/shared/outbox/outbox'

type Kind = Schema<'ProgressEvent'>['type']

const longest = 60 // seconds that one event reports at most, so that little is lost with the tab

/** Records what the user does in a lesson and for how long they are in it. Without an owner nothing is recorded. */
export function useLessonEvents(owner: string | undefined, courseId: string, lessonId: string) {
  const [outbox] = useState(() => (owner === undefined ? undefined : new Outbox(owner)))
  const record = useCallback(
    async (type: Kind, value = 0) => {
      const event = { id: newId(), courseId, lessonId, type, at: new Date().toISOString(), value }
      await outbox?.record({ kind: 'progress', event })
    },
    [outbox, courseId, lessonId],
  )
  useEffect(() => {
    void record('opened')
    return countSeconds((seconds) => void record('time', seconds))
  }, [record])
  return record
}

/** Counts the seconds in which the page is visible, and reports them from time to time and when it ends. */
export function countSeconds(report: (seconds: number) => void, now: () => number = Date.now) {
  let since = document.visibilityState === 'visible' ? now() : undefined
  const settle = () => {
    if (since !== undefined) {
      const seconds = Math.round((now() - since) / 1000)
      if (seconds > 0) report(Math.min(seconds, 2 * longest)) // a machine that slept was not read
    }
    since = document.visibilityState === 'visible' ? now() : undefined
  }
  const timer = setInterval(settle, longest * 1000)
  document.addEventListener('visibilitychange', settle)
  window.addEventListener('pagehide', settle)
  return () => {
    settle()
    clearInterval(timer)
    document.removeEventListener('visibilitychange', settle)
    window.removeEventListener('pagehide', settle)
  }
}
