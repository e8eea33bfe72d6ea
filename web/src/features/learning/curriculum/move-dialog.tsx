import { t } from '@lingui/core/macro'
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'

import { FormDialog } from '@/shared/form-dialog'

import type { SectionEntry } from './api'
import { useBuilder } from './builder'
import { flat, sectionOf, weeksFor } from './outline'

/** Labels for positions in a list: after which neighbour. */
const places = (titles: string[]) => [
  { value: '1', label: t`At the start` },
  ...titles.map((title, i) => ({ value: String(i + 2), label: t`After “${title}”` })),
]

type FrameProps = { title: string; onClose: () => void; onMove: () => void; children: React.ReactNode }

function MoveDialog({ title, onClose, onMove, children }: FrameProps) {
  return (
    <FormDialog
      title={title}
      onClose={onClose}
      submit={t`Move`}
      onSubmit={() => {
        onMove()
        onClose()
      }}
    >
      {children}
    </FormDialog>
  )
}

/** Moves lessons to a section and position chosen from lists. */
export function MoveLesson({ ids, dialogTitle, onClose }: { ids: string[]; dialogTitle: string; onClose: () => void }) {
  const { draft, moves } = useBuilder()
  const from = draft.lessons.find((l) => l.id === ids[0])?.section_id ?? ''
  const [sectionId, setSection] = useState(from)
  const stay = sectionOf(draft, sectionId)?.lessons.filter((l) => !ids.includes(l.id)) ?? []
  const [order, setOrder] = useState(String(stay.length + 1))
  const choose = (id: string) => {
    setSection(id)
    const there = sectionOf(draft, id)?.lessons.filter((l) => !ids.includes(l.id)) ?? []
    setOrder(String(there.length + 1))
  }
  return (
    <MoveDialog
      title={dialogTitle}
      onClose={onClose}
      onMove={() => moves.moveLessonsTo(ids, { sectionId, order: Number(order) })}
    >
      <NativeSelect
        label={t`Section`}
        data={flat(draft.sections).map((s) => ({ value: s.id, label: s.parent_id ? `— ${s.title}` : s.title }))}
        value={sectionId}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      <NativeSelect
        label={t`Position`}
        data={places(stay.map((l) => l.title))}
        value={order}
        onChange={(event) => setOrder(event.currentTarget.value)}
      />
    </MoveDialog>
  )
}

/** Moves a section to a position chosen from lists. */
export function MoveSection({ section, onClose }: { section: SectionEntry; onClose: () => void }) {
  const { draft, moves } = useBuilder()
  const { title } = section
  const [parentId, setParent] = useState(section.parent_id ?? '')
  const listOf = (id: string) =>
    (id ? (sectionOf(draft, id)?.sections ?? []) : draft.sections).filter((s) => s.id !== section.id)
  const [order, setOrder] = useState(String(listOf(parentId).length + 1))
  const choose = (id: string) => {
    setParent(id)
    setOrder(String(listOf(id).length + 1))
  }
  return (
    <MoveDialog
      title={t`Move “${title}”`}
      onClose={onClose}
      onMove={() => moves.moveSectionTo(section.id, { parentId, order: Number(order) })}
    >
      <NativeSelect
        label={t`Week`}
        data={[
          { value: '', label: t`No week` },
          ...weeksFor(draft, section).map((w) => ({ value: w.id, label: w.title })),
        ]}
        value={parentId}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      <NativeSelect
        label={t`Position`}
        data={places(listOf(parentId).map((s) => s.title))}
        value={order}
        onChange={(event) => setOrder(event.currentTarget.value)}
      />
    </MoveDialog>
  )
}
