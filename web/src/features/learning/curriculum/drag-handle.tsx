import { t } from '@lingui/core/macro'
import { ActionIcon } from '@mantine/core'
import { IconGripVertical } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'

import { useBuilder } from './builder'
import type { Direction } from './outline'
import classes from './outline.module.css'

type Props = {
  id: string
  title: string
  /** Changes with the item's position. */
  place: string
  onStep: (direction: Direction) => void
  onChoosePlace: () => void
  /** The library's ref for the handle. */
  grip: (element: Element | null) => void
}

const directions: Record<string, Direction> = { ArrowUp: 'up', ArrowDown: 'down' }

/** The handle for moving an item: by dragging, with the arrow keys, or by choosing a position in a dialog. */
export function DragHandle({ id, title, place, onStep, onChoosePlace, grip }: Props) {
  const { moves } = useBuilder()
  const button = useRef<HTMLButtonElement>(null)
  const carried = moves.carried === id
  // biome-ignore lint/correctness/useExhaustiveDependencies: must take the focus again after each move
  useEffect(() => {
    if (carried) button.current?.focus()
  }, [carried, place])
  const step = (event: KeyboardEvent) => {
    const direction = directions[event.key]
    if (!direction) return
    event.preventDefault()
    onStep(direction)
  }
  return (
    <ActionIcon
      ref={(element) => {
        button.current = element
        grip(element)
      }}
      className={classes.handle}
      variant="subtle"
      color="gray"
      aria-label={t`Move “${title}”`}
      aria-describedby="how-to-move"
      onKeyDown={step}
      onClick={onChoosePlace}
      onBlur={(event) => event.relatedTarget && carried && moves.putDown()}
    >
      <IconGripVertical size={18} aria-hidden="true" />
    </ActionIcon>
  )
}
