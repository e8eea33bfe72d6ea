import { t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'

import type { Perform } from '@/shared/lesson-editor'

import { changeLesson, type LessonEntry, lessonNow, lessonQuery, refresh } from './api'
import { Autosave, UnsavedEditsError } from './autosave'
import { unsavedEditsFor } from './unsaved-edits'

/**
 * Autosaves a lesson while it is on the screen, and once more on leaving. `base` is the lesson that
 * the editor started from, `newest` the one in the current draft.
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
    save() // edits from an earlier visit
    window.addEventListener('online', save)
    window.addEventListener('beforeunload', warn)
    return () => {
      window.removeEventListener('online', save)
      window.removeEventListener('beforeunload', warn)
      save()
    }
  }, [autosave])

  // Edits by other users and tabs appear in the draft, which is polled.
  useEffect(() => {
    if (newest && !autosave.adopt(newest))
      void client.resetQueries({ queryKey: lessonQuery(courseId, base.id).queryKey })
  }, [autosave, client, courseId, base.id, newest])

  /** Reloads the lesson, with which the editor starts over. */
  const reload = () => client.resetQueries({ queryKey: lessonQuery(courseId, base.id).queryKey })

  const perform: Perform = async (operation) => {
    try {
      const { result, startOver } = await autosave.perform(operation, () => lessonNow(courseId, base.id))
      if (startOver) void reload()
      return result
    } catch (error) {
      if (!(error instanceof UnsavedEditsError)) throw error
      throw new Error(t`Your other changes to this lesson aren't saved yet. Save them, then try again.`)
    }
  }

  return { autosave, snapshot, reload, perform }
}
