import { CloseButton, Paper, Text } from '@mantine/core'
import { useEffect, useSyncExternalStore } from 'react'

import classes from './toasts.module.css'

type Toast = { id: number; text: string }

const shownFor = 6000 // milliseconds
let toasts: Toast[] = []
let last = 0
const listeners = new Set<() => void>()

function put(next: Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

/** Says in passing that something was done. What needs an answer or went wrong stands on the page instead. */
export function toast(text: string) {
  last += 1
  put([...toasts, { id: last, text }])
}

const close = (id: number) => put(toasts.filter((t) => t.id !== id))

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts)
  return (
    <div className={classes.stack} role="status" aria-live="polite">
      {shown.map((t) => (
        <Item key={t.id} toast={t} />
      ))}
    </div>
  )
}

function Item({ toast: { id, text } }: { toast: Toast }) {
  useEffect(() => {
    const timer = setTimeout(() => close(id), shownFor)
    return () => clearTimeout(timer)
  }, [id])
  return (
    <Paper withBorder shadow="lg" className={classes.toast}>
      <Text size="sm">{text}</Text>
      <CloseButton aria-label="Close this message" onClick={() => close(id)} />
    </Paper>
  )
}
