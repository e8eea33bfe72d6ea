import { ActionIcon } from '@mantine/core'
import { IconGripVertical } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'

import { useBuilder } from './builder'
import type { Direction } from './outline'
import classes from './outline.module.css'

type Props = {
  id: string
  title: string
  /** Changes whenever it stands elsewhere. */
  place: string
  onStep: (direction: Direction) => void
  onChoosePlace: () => void
  /** The library's: what is dragged by it. */
  grip: (element: Element | null) => void
}

const directions: Record<string, Direction> = { ArrowUp: 'up', ArrowDown: 'down' }

/** By what something is moved: dragged, with the arrow keys, or by choosing its place in a dialog. */
export function DragHandle({ id, title, place, onStep, onChoosePlace, grip }: Props) {
  const { moves } = useBuilder()
  const button = useRef<HTMLButtonElement>(null)
  const carried = moves.carried === id
  // biome-ignore lint/correctness/useExhaustiveDependencies: it has to take the focus again at each place
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
      aria-label={`Move ${title}`}
      aria-describedby="how-to-move"
      onKeyDown={step}
      onClick={onChoosePlace}
      onBlur={(event) => event.relatedTarget && carried && moves.putDown()}
    >
      <IconGripVertical size={18} aria-hidden="true" />
    </ActionIcon>
  )
}
