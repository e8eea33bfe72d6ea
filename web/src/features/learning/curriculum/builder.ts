import { type ComponentType, createContext, useContext } from 'react'

import type { LessonEditorProps } from '@/shared/lesson-editor'

import type { Curriculum, Issue, LessonKind } from './api'
import type { Moves } from './use-moves'

/** The editors by kind. Lessons of a kind without an editor cannot be added. */
export type Editors = Partial<Record<LessonKind, ComponentType<LessonEditorProps>>>

/** What the parts of the builder share. */
export type Builder = {
  courseId: string
  draft: Curriculum
  editors: Editors
  /** The courses to copy from. */
  courses: { id: string; title: string }[]
  issues: Issue[]
  moves: Moves
  /** The lesson open beside the outline. */
  open: string | undefined
  onOpen: (lessonId: string | undefined) => void
  chosen: ReadonlySet<string>
  onChosen: (chosen: ReadonlySet<string>) => void
}

export const BuilderContext = createContext<Builder | undefined>(undefined)

export function useBuilder() {
  const builder = useContext(BuilderContext)
  if (!builder) throw new Error('useBuilder must be used inside a builder')
  return builder
}
