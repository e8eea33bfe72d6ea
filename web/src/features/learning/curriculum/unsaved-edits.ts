import type { LessonEntry } from './api'
import type { UnsavedEdit, UnsavedEditStore } from './autosave'

/** A user's unsaved edits of a lesson, kept in this browser until the server has them. */
export function unsavedEditsFor(owner: string, lessonId: string): UnsavedEditStore {
  const key = `lectern.lesson.${owner}.${lessonId}`
  return {
    load: () => read(window.localStorage.getItem(key)),
    store: (kept) => {
      try {
        if (kept) window.localStorage.setItem(key, JSON.stringify(kept))
        else window.localStorage.removeItem(key)
      } catch {
        // storage is full or unavailable: the text is kept in memory only
      }
    },
  }
}

function read(text: string | null): UnsavedEdit | undefined {
  if (!text) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return isUnsavedEdit(value) ? value : undefined
  } catch {
    return undefined
  }
}

const isUnsavedEdit = (value: unknown): value is UnsavedEdit =>
  typeof value === 'object' && value !== null && 'patch' in value && 'base' in value && isEntry(value.base)

const isEntry = (value: unknown): value is LessonEntry =>
  typeof value === 'object' && value !== null && 'revision' in value && 'content_id' in value
