import { type ComponentType, createContext, useContext } from 'react'

import type { LessonEditorProps } from '@/shared/lesson-editor'

import type { Curriculum, Issue, LessonKind } from './api'
import type { Moves } from './use-moves'

/** The editors by kind. A kind without one cannot be added here. */
export type Editors = Partial<Record<LessonKind, ComponentType<LessonEditorProps>>>

/** What the parts of the builder share. */
export type Builder = {
  courseId: string
  draft: Curriculum
  editors: Editors
  /** Those that can be copied from. */
  courses: { id: string; title: string }[]
  issues: Issue[]
  moves: Moves
  /** The lesson that is open beside the outline. */
  open: string | undefined
  onOpen: (lessonId: string | undefined) => void
  chosen: ReadonlySet<string>
  onChosen: (chosen: ReadonlySet<string>) => void
}

export const BuilderContext = createContext<Builder | undefined>(undefined)

export function useBuilder() {
  const builder = useContext(BuilderContext)
  if (!builder) throw new Error('This stands outside of a builder')
  return builder
}
