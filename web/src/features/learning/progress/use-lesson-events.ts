import { useCallback, useEffect, useState } from 'react'

import type { Schema } from '@/api/client'
import { newId } from '@/api/new-id'
import { Outbox } from '@/shared/outbox/outbox'

type Kind = Schema<'ProgressEvent'>['type']

const longest = 60 // maximum seconds per event, so that little is lost if the tab is closed

/** Records what the user does in a lesson and for how long. Without an owner nothing is recorded. */
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

/** Counts the seconds for which the page is visible, and reports them periodically and at the end. */
export function countSeconds(report: (seconds: number) => void, now: () => number = Date.now) {
  let since = document.visibilityState === 'visible' ? now() : undefined
  const settle = () => {
    if (since !== undefined) {
      const seconds = Math.round((now() - since) / 1000)
      if (seconds > 0) report(Math.min(seconds, 2 * longest)) // time during which the device slept does not count
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
