import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'

import { changeLesson, type LessonEntry, lessonQuery, refresh } from './api'
import { Autosave } from './autosave'
import { unsavedEditsFor } from './unsaved-edits'

/**
 * Saves one lesson while it is on the screen, and what is left when it goes. `base` is the lesson as the editor begins
 * with it, `newest` as the draft has it now.
 */
export function useAutosave(courseId: string, base: LessonEntry, newest: LessonEntry | undefined, owner: string) {
  const client = useQueryClient()
  const [autosave] = useState(
    () =>
      new Autosave({
        base,
        keep: unsavedEditsFor(owner, base.id),
        send: (change) => changeLesson(courseId, base.id, change),
        onSaved: () => void refresh(client, courseId),
      }),
  )
  const snapshot = useSyncExternalStore(autosave.subscribe, autosave.getSnapshot)

  useEffect(() => {
    const save = () => void autosave.flush()
    const warn = (event: BeforeUnloadEvent) => {
      if (Object.keys(autosave.getSnapshot().mine).length === 0) return
      save()
      event.preventDefault()
    }
    save() // what was kept from before
    window.addEventListener('online', save)
    window.addEventListener('beforeunload', warn)
    return () => {
      window.removeEventListener('online', save)
      window.removeEventListener('beforeunload', warn)
      save()
    }
  }, [autosave])

  // What other people and tabs do is seen in the draft, which is asked for from time to time.
  useEffect(() => {
    if (newest && !autosave.adopt(newest))
      void client.resetQueries({ queryKey: lessonQuery(courseId, base.id).queryKey })
  }, [autosave, client, courseId, base.id, newest])

  /** Reloads the lesson; the editor starts over with it. */
  const reload = () => client.resetQueries({ queryKey: lessonQuery(courseId, base.id).queryKey })

  return { autosave, snapshot, reload }
}
