import { Accessibility } from '@dnd-kit/dom'
import { DragDropProvider, type DragEndEvent, DragOverlay } from '@dnd-kit/react'
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { IconCalendarWeek, IconPlus } from '@tabler/icons-react'

import { dragSensors } from '@/shared/drag-sensors'
import { Empty } from '@/shared/empty'
import { Failure } from '@/shared/query-view'

import { type Curriculum, useAddSection } from './api'
import { useBuilder } from './builder'
import { placeOn, placeOnSection, sectionOf } from './outline'
import classes from './outline.module.css'
import { SectionCard } from './section-card'

/** The outline of the draft, arranged by dragging, with the keyboard, or by choosing a position. */
export function OutlineView() {
  const { draft, chosen, moves } = useBuilder()
  const end = ({ operation: { source, target }, canceled }: DragEndEvent) => {
    if (canceled || !source || !target) return
    drop(draft, moves, chosen, source.data, target.data)
  }
  return (
    <DragDropProvider
      sensors={dragSensors}
      // Its announcements are replaced by ours, which name the items and describe our own keys.
      plugins={(defaults) => defaults.filter((plugin) => plugin !== Accessibility)}
      onDragEnd={end}
    >
      <p id="how-to-move" className="visually-hidden">
        <Trans>
          Press the up or down arrow key to move it by one position, also into the next section. Press Enter to choose a
          position.
        </Trans>
      </p>
      {draft.sections.length === 0 ? (
        <Empty title={t`No sections yet`}>
          <Trans>
            A course is made of sections, and a section of lessons. Add the first section, or a week to group sections.
          </Trans>
        </Empty>
      ) : (
        <ol className={classes.outline} aria-label={t`Sections`}>
          {draft.sections.map((section) => (
            <SectionCard key={section.id} section={section} />
          ))}
        </ol>
      )}
      <AddSection />
      <DragOverlay dropAnimation={null}>
        {({ data }) => <div className={classes.carried}>{nameOf(draft, data, chosen)}</div>}
      </DragOverlay>
    </DragDropProvider>
  )
}

const idIn = (data: unknown, member: string) => {
  const value = new Map<string, unknown>(Object.entries(data ?? {})).get(member)
  return typeof value === 'string' ? value : undefined
}

/** The lessons being dragged: one, or all selected ones if it is among them. */
function draggedLessons(draft: Curriculum, lesson: string, chosen: ReadonlySet<string>) {
  return chosen.has(lesson) ? draft.lessons.map((l) => l.id).filter((id) => chosen.has(id)) : [lesson]
}

function drop(
  draft: Curriculum,
  moves: ReturnType<typeof useBuilder>['moves'],
  chosen: ReadonlySet<string>,
  source: unknown,
  target: unknown,
) {
  const section = idIn(source, 'section')
  const onSection = idIn(target, 'onSection')
  if (section && onSection) {
    const place = placeOnSection(draft, section, onSection)
    if (place) moves.moveSectionTo(section, place)
    return
  }
  const lesson = idIn(source, 'lesson')
  if (!lesson) return
  const ids = draggedLessons(draft, lesson, chosen)
  const [onLesson, endOf] = [idIn(target, 'onLesson'), idIn(target, 'endOf')]
  const place = onLesson ? placeOn(draft, ids, onLesson) : endOf ? { sectionId: endOf, order: 0 } : undefined
  if (place) moves.moveLessonsTo(ids, place)
}

function nameOf(draft: Curriculum, data: unknown, chosen: ReadonlySet<string>) {
  const lesson = idIn(data, 'lesson')
  if (!lesson) return sectionOf(draft, idIn(data, 'section') ?? '')?.title
  const several = draggedLessons(draft, lesson, chosen).length
  return several > 1
    ? plural(several, { one: '# lesson', other: '# lessons' })
    : draft.lessons.find((l) => l.id === lesson)?.title
}

function AddSection() {
  const { courseId, draft } = useBuilder()
  const add = useAddSection(courseId)
  const week = draft.totals.weeks + 1
  return (
    <>
      <Group mt="md" gap="sm">
        <Button
          variant="light"
          leftSection={<IconPlus size={18} />}
          loading={add.isPending}
          onClick={() => add.mutate({ title: t`New section`, kind: 'section' })}
        >
          <Trans>Add section</Trans>
        </Button>
        <Button
          variant="light"
          leftSection={<IconCalendarWeek size={18} />}
          loading={add.isPending}
          onClick={() => add.mutate({ title: t`Week ${week}`, kind: 'week' })}
        >
          <Trans>Add week</Trans>
        </Button>
      </Group>
      {add.error && <Failure error={add.error} />}
    </>
  )
}
