import { Accessibility } from '@dnd-kit/dom'
import { DragDropProvider, DragOverlay, useDraggable, useDroppable } from '@dnd-kit/react'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon } from '@mantine/core'
import { IconGripVertical } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'

import { dragSensors } from './drag-sensors'
import classes from './sortable-list.module.css'

export type SortableItem = { id: string; title: string }

type Props<T extends SortableItem> = {
  label: string
  items: T[]
  /** Called with the items in their new order. */
  onOrder: (items: T[]) => void
  /** What stands beside the handle. `move` is by one position, for a menu. */
  children: (item: T, index: number, move: (by: -1 | 1) => void) => ReactNode
}

/** A list whose items are put in order by dragging or with the arrow keys; new positions are announced. */
export function SortableList<T extends SortableItem>({ label, items, onOrder, children }: Props<T>) {
  const hint = useId()
  const [said, setSaid] = useState('')
  const [stepped, setStepped] = useState<{ id: string; to: number }>()
  const move = (id: string, to: number) => {
    const from = items.findIndex((item) => item.id === id)
    const moved = items[from]
    if (!moved || to === from || to < 0 || to >= items.length) return
    const next = items.filter((item) => item.id !== id)
    next.splice(to, 0, moved)
    const [name, position, total] = [moved.title, to + 1, items.length]
    setSaid(t`${name} is now ${position} of ${total}`)
    onOrder(next)
  }
  const step = (id: string, to: number) => {
    setStepped({ id, to })
    move(id, to)
  }
  return (
    <DragDropProvider
      sensors={dragSensors}
      // Its announcements are replaced by ours, which name the items.
      plugins={(defaults) => defaults.filter((plugin) => plugin !== Accessibility)}
      onDragEnd={({ operation: { source, target }, canceled }) => {
        if (canceled || !source || !target) return
        setStepped(undefined)
        move(
          String(source.id),
          items.findIndex(({ id }) => id === target.id),
        )
      }}
    >
      <p id={hint} className="visually-hidden">
        <Trans>Press the up or down arrow key to move it by one position.</Trans>
      </p>
      <ol className={classes.list} aria-label={label}>
        {items.map((item, index) => (
          <Row
            key={item.id}
            item={item}
            index={index}
            hint={hint}
            steppedTo={stepped?.id === item.id ? stepped.to : undefined}
            onStep={(by) => step(item.id, index + by)}
          >
            {children(item, index, (by) => {
              setStepped(undefined)
              move(item.id, index + by)
            })}
          </Row>
        ))}
      </ol>
      <div role="status" className="visually-hidden">
        {said}
      </div>
      <DragOverlay dropAnimation={null}>
        {({ id }) => <div className={classes.carried}>{items.find((item) => item.id === id)?.title}</div>}
      </DragOverlay>
    </DragDropProvider>
  )
}

type RowProps = {
  item: SortableItem
  index: number
  /** The id of the text that describes the keys. */
  hint: string
  /** Where a key has moved the item last: its handle keeps the focus there. */
  steppedTo: number | undefined
  onStep: (by: -1 | 1) => void
  children: ReactNode
}

const steps: Record<string, -1 | 1> = { ArrowUp: -1, ArrowDown: 1 }

function Row({ item: { id, title }, index, hint, steppedTo, onStep, children }: RowProps) {
  const drag = useDraggable({ id })
  const drop = useDroppable({ id })
  const handle = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (steppedTo === index) handle.current?.focus()
  }, [steppedTo, index])
  const onKeyDown = (event: KeyboardEvent) => {
    const by = steps[event.key]
    if (!by) return
    event.preventDefault()
    onStep(by)
  }
  return (
    <li
      className={classes.item}
      data-dragged={drag.isDragSource || undefined}
      data-target={drop.isDropTarget || undefined}
      ref={(element) => {
        drag.ref(element)
        drop.ref(element)
      }}
    >
      <ActionIcon
        ref={(element) => {
          handle.current = element
          drag.handleRef(element)
        }}
        className={classes.handle}
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t`Move “${title}”`}
        aria-describedby={hint}
        onKeyDown={onKeyDown}
      >
        <IconGripVertical size={18} aria-hidden="true" />
      </ActionIcon>
      {children}
    </li>
  )
}
