import { useDraggable, useDroppable } from '@dnd-kit/react'
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Badge, Button, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'

import { Failure } from '@/shared/query-view'

import { AddLesson } from './add-lesson'
import { type SectionEntry, useAddSection, useChangeSection, useCopySection, useRemoveSection } from './api'
import { useBuilder } from './builder'
import { DragHandle } from './drag-handle'
import { EntryMenu } from './entry-menu'
import { InlineTitle } from './inline-title'
import { IssueSign } from './issues'
import { LessonRow } from './lesson-row'
import { MoveSection } from './move-dialog'
import classes from './outline.module.css'

/** A week or section with everything in it. */
export function SectionCard({ section }: { section: SectionEntry }) {
  const { title } = section
  const drag = useDraggable({ id: `section:${section.id}`, type: 'section', data: { section: section.id } })
  return (
    <li
      className={classes.section}
      data-kind={section.kind}
      data-dragged={drag.isDragSource || undefined}
      ref={drag.ref}
    >
      <SectionHead section={section} grip={drag.handleRef} />
      <ol className={classes.lessons} aria-label={t`Lessons in “${title}”`}>
        {section.lessons.map((lesson) => (
          <LessonRow key={lesson.id} lesson={lesson} />
        ))}
      </ol>
      {section.sections.length > 0 && (
        <ol className={classes.inner} aria-label={t`Sections in “${title}”`}>
          {section.sections.map((inner) => (
            <SectionCard key={inner.id} section={inner} />
          ))}
        </ol>
      )}
      <SectionFoot section={section} />
    </li>
  )
}

function SectionHead({ section, grip }: { section: SectionEntry; grip: (element: Element | null) => void }) {
  const { courseId, moves } = useBuilder()
  const [editing, setEditing] = useState(false)
  const [moving, setMoving] = useState(false)
  const change = useChangeSection(courseId)
  const drop = useDroppable({ id: `on-section:${section.id}`, accept: 'section', data: { onSection: section.id } })
  const lessons = section.lessons.length + section.sections.reduce((sum, s) => sum + s.lessons.length, 0)
  return (
    <div className={classes.head} ref={drop.ref} data-target={drop.isDropTarget || undefined}>
      <DragHandle
        id={section.id}
        title={section.title}
        place={`${section.parent_id ?? ''} ${section.order}`}
        onStep={(direction) => moves.stepSection(section.id, direction)}
        onChoosePlace={() => setMoving(true)}
        grip={grip}
      />
      <div className={classes.words}>
        <h2 className={classes.heading}>
          <InlineTitle
            of={section.kind}
            title={section.title}
            editing={editing}
            onEditing={setEditing}
            onRename={(title) => change.mutate({ id: section.id, title, revision: section.revision })}
          />
        </h2>
        <Text size="sm" c="dimmed">
          {section.kind === 'week' && (
            <Badge component="span" mr={8}>
              <Trans>Week</Trans>
            </Badge>
          )}
          <Plural value={lessons} one="# lesson" other="# lessons" />
        </Text>
        {change.error && <Failure error={change.error} />}
      </div>
      <IssueSign sectionId={section.id} />
      <SectionMenu section={section} onRename={() => setEditing(true)} onMove={() => setMoving(true)} />
      {moving && <MoveSection section={section} onClose={() => setMoving(false)} />}
    </div>
  )
}

/** The end of a section: a drop target, with buttons for adding. */
function SectionFoot({ section }: { section: SectionEntry }) {
  const { courseId } = useBuilder()
  const { title } = section
  const add = useAddSection(courseId)
  const drop = useDroppable({ id: `end-of:${section.id}`, accept: 'lesson', data: { endOf: section.id } })
  return (
    <div className={classes.foot} ref={drop.ref} data-target={drop.isDropTarget || undefined}>
      <AddLesson sectionId={section.id} sectionTitle={title} />
      {section.kind === 'week' && (
        <Button
          size="compact-md"
          variant="subtle"
          leftSection={<IconPlus size={16} />}
          loading={add.isPending}
          aria-label={t`Add section to “${title}”`}
          onClick={() => add.mutate({ title: t`New section`, parent_id: section.id, kind: 'section' })}
        >
          <Trans>Add section</Trans>
        </Button>
      )}
      {section.lessons.length + section.sections.length === 0 && (
        <Text size="sm" c="dimmed">
          <Trans>No lessons yet. Add one, or drag one here.</Trans>
        </Text>
      )}
    </div>
  )
}

type MenuProps = { section: SectionEntry; onRename: () => void; onMove: () => void }

function SectionMenu({ section, onRename, onMove }: MenuProps) {
  const { courseId, moves, onChosen } = useBuilder()
  const copy = useCopySection(courseId)
  const remove = useRemoveSection(courseId)
  const { title } = section
  const onRemoved = () => {
    onChosen(new Set())
    moves.removed(t`“${title}” deleted.`)
  }
  return (
    <EntryMenu
      title={title}
      hasLessons
      onRename={onRename}
      onMove={onMove}
      onDuplicate={() => copy.mutate(section.id)}
      onDelete={() => remove.mutate(section.id, { onSuccess: onRemoved })}
    />
  )
}
