import { useDraggable, useDroppable } from '@dnd-kit/react'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Checkbox } from '@mantine/core'
import { useState } from 'react'

import { span } from '@/shared/format'

import { type LessonEntry, useChangeLesson, useCopyLesson } from './api'
import { useBuilder } from './builder'
import { DragHandle } from './drag-handle'
import { EntryMenu } from './entry-menu'
import { InlineTitle } from './inline-title'
import { IssueSign } from './issues'
import { completionText, kinds, releaseTexts } from './labels'
import { MoveLesson } from './move-dialog'
import classes from './outline.module.css'

/** A lesson of the outline: its type, release, completion rule and actions. */
export function LessonRow({ lesson }: { lesson: LessonEntry }) {
  const { courseId, open, onOpen, chosen, onChosen, moves } = useBuilder()
  const [editing, setEditing] = useState(false)
  const [moving, setMoving] = useState(false)
  const rename = useChangeLesson(courseId)
  const drag = useDraggable({ id: `lesson:${lesson.id}`, type: 'lesson', data: { lesson: lesson.id } })
  const drop = useDroppable({ id: `on-lesson:${lesson.id}`, accept: 'lesson', data: { onLesson: lesson.id } })
  const { title } = lesson
  const Icon = kinds[lesson.type].icon
  const toggle = () => {
    const next = new Set(chosen)
    if (!next.delete(lesson.id)) next.add(lesson.id)
    onChosen(next)
  }

  return (
    <li
      className={classes.lesson}
      data-open={open === lesson.id || undefined}
      data-target={drop.isDropTarget || undefined}
      data-dragged={drag.isDragSource || undefined}
      ref={(element) => {
        drag.ref(element)
        drop.ref(element)
      }}
    >
      <DragHandle
        id={lesson.id}
        title={lesson.title}
        place={`${lesson.section_id} ${lesson.order}`}
        onStep={(direction) => moves.stepLesson(lesson.id, direction)}
        onChoosePlace={() => setMoving(true)}
        grip={drag.handleRef}
      />
      <Checkbox aria-label={t`Select “${title}”`} checked={chosen.has(lesson.id)} onChange={toggle} />
      <Icon size={18} className={classes.kind} aria-label={t(kinds[lesson.type].label)} role="img" />
      <div className={classes.words}>
        <InlineTitle
          of="lesson"
          title={lesson.title}
          current={open === lesson.id}
          editing={editing}
          onEditing={setEditing}
          onOpen={() => onOpen(lesson.id)}
          onRename={(title) => rename.mutate({ id: lesson.id, title, revision: lesson.revision })}
        />
        <Chips lesson={lesson} />
      </div>
      <IssueSign lessonId={lesson.id} />
      <LessonMenu lesson={lesson} onRename={() => setEditing(true)} onMove={() => setMoving(true)} />
      {moving && <MoveLesson ids={[lesson.id]} dialogTitle={t`Move “${title}”`} onClose={() => setMoving(false)} />}
    </li>
  )
}

function Chips({ lesson }: { lesson: LessonEntry }) {
  const { draft, open } = useBuilder()
  const isEmpty = lesson.content_id === ''
  const opens = releaseTexts(lesson, (id) => draft.lessons.find((l) => l.id === id)?.title)
  return (
    <span className={classes.chips}>
      {isEmpty && (
        <Badge size="sm" color="gray" variant="outline">
          <Trans>Empty</Trans>
        </Badge>
      )}
      <Badge size="sm" color={lesson.required ? 'evergreen' : 'gray'}>
        {lesson.required ? t`Required` : t`Optional`}
      </Badge>
      {lesson.previewable && (
        <Badge size="sm" color="apricot">
          <Trans>Free preview</Trans>
        </Badge>
      )}
      {opens.map((text) => (
        <Badge key={text} size="sm" color="gray">
          {text}
        </Badge>
      ))}
      <Badge size="sm" color="gray">
        {completionText(lesson)}
      </Badge>
      {lesson.duration_seconds > 0 && <span className={classes.length}>{span(lesson.duration_seconds)}</span>}
      {isEmpty && open !== lesson.id && (
        <span className={classes.length}>
          <Trans>Add its content before you publish.</Trans>
        </span>
      )}
    </span>
  )
}

function LessonMenu({ lesson, onRename, onMove }: { lesson: LessonEntry; onRename: () => void; onMove: () => void }) {
  const { courseId, moves, open, onOpen } = useBuilder()
  const copy = useCopyLesson(courseId)
  const { title } = lesson
  const remove = () => {
    if (open === lesson.id) onOpen(undefined)
    moves.remove([lesson.id], t`“${title}” deleted.`)
  }
  return (
    <EntryMenu
      title={title}
      onRename={onRename}
      onMove={onMove}
      onDuplicate={() => copy.mutate(lesson.id)}
      onDelete={remove}
    />
  )
}
