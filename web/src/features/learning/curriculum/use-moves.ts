import { t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { toast } from '@/shared/toasts'

import { type Curriculum, draftQuery, type SectionMove, useLessonBatch, useMoveSection, useUndo } from './api'
import {
  type Direction,
  type LessonPlace,
  lessonsMoved,
  moveLessons,
  moveSection,
  type SectionPlace,
  sectionMoved,
  stepLesson,
  stepSection,
  withoutLessons,
} from './outline'

const applySectionMove = (draft: Curriculum, { id, parent_id = '', order = 0 }: SectionMove) =>
  moveSection(draft, id, { parentId: parent_id, order })

type Batch = { lesson_ids: string[]; move_to?: string; order?: number; remove?: boolean }

function applyLessonBatch(draft: Curriculum, { lesson_ids, move_to, order = 0, remove }: Batch) {
  if (remove) return withoutLessons(draft, lesson_ids)
  return move_to ? moveLessons(draft, lesson_ids, { sectionId: move_to, order }) : draft
}

const atTheEdge = (direction: Direction) =>
  direction === 'up' ? t`Already in the first position.` : t`Already in the last position.`

export type Moves = ReturnType<typeof useMoves>

/** Moves and removes items of the outline. Moves are announced, and an item moved by a key keeps the focus. */
export function useMoves(courseId: string) {
  const client = useQueryClient()
  const lessons = useLessonBatch(courseId, applyLessonBatch)
  const sections = useMoveSection(courseId, applySectionMove)
  const undoing = useUndo(courseId)
  const [spoken, setSpoken] = useState('')
  const [carried, setCarried] = useState<string>()
  const now = () => client.getQueryData(draftQuery(courseId).queryKey)

  const moveLessonsTo = (ids: string[], place: LessonPlace) => {
    const draft = now()
    if (!draft) return
    setSpoken(lessonsMoved(moveLessons(draft, ids, place), ids))
    lessons.mutate({ lesson_ids: ids, move_to: place.sectionId, order: place.order })
  }

  const moveSectionTo = (id: string, place: SectionPlace) => {
    const draft = now()
    if (!draft) return
    setSpoken(sectionMoved(moveSection(draft, id, place), id))
    sections.mutate({ id, ...(place.parentId && { parent_id: place.parentId }), order: place.order })
  }

  const undo = async () => {
    const { draft } = (await client.fetchQuery({ ...draftQuery(courseId), staleTime: 0 })) ?? {}
    if (draft) undoing.mutate(draft.revision, { onSuccess: () => setSpoken(t`Last change undone.`) })
  }

  /** Shows a message with Undo after a removal. */
  const removed = (message: string) => toast(message, { label: t`Undo`, act: () => void undo() })

  return {
    moveLessonsTo,
    moveSectionTo,
    stepLesson: (id: string, direction: Direction) => {
      const draft = now()
      const place = draft && stepLesson(draft, id, direction)
      if (!place) return setSpoken(atTheEdge(direction))
      setCarried(id)
      moveLessonsTo([id], place)
    },
    stepSection: (id: string, direction: Direction) => {
      const draft = now()
      const place = draft && stepSection(draft, id, direction)
      if (!place) return setSpoken(atTheEdge(direction))
      setCarried(id)
      moveSectionTo(id, place)
    },
    change: lessons,
    remove: (ids: string[], message: string) =>
      lessons.mutate({ lesson_ids: ids, remove: true }, { onSuccess: () => removed(message) }),
    removed,
    undo,
    undoing: undoing.isPending,
    /** The item last moved by a key, whose handle takes the focus in its new position. */
    carried,
    putDown: () => setCarried(undefined),
    spoken,
    error: lessons.error ?? sections.error ?? undoing.error,
  }
}
