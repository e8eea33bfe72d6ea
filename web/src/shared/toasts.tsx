import { t } from '@lingui/core/macro'
import { Button, CloseButton, Paper, Text } from '@mantine/core'
import { useEffect, useState, useSyncExternalStore } from 'react'

import { shownFor } from './toast-time'
import classes from './toasts.module.css'

/** An action offered with a message, such as `Undo`. */
type Action = { label: string; act: () => void }
type Toast = { id: number; text: string; action?: Action | undefined }

let toasts: Toast[] = []
let last = 0
const listeners = new Set<() => void>()

function put(next: Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

/** Shows a brief message that something was done. Errors and questions belong on the page instead. */
export function toast(text: string, action?: Action) {
  last += 1
  put([...toasts, { id: last, text, action }])
}

/** Closes all messages, between tests: they share this module. */
export const closeAll = () => put([])

const close = (id: number) => put(toasts.filter((toast) => toast.id !== id))

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts)
  return (
    <div className={classes.stack} role="status" aria-live="polite">
      {shown.map((toast) => (
        <Item key={toast.id} toast={toast} />
      ))}
    </div>
  )
}

function Item({ toast: { id, text, action } }: { toast: Toast }) {
  const [held, setHeld] = useState(false) // by the pointer or the keyboard: who is about to use it is not hurried (WCAG 2.2.1)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => close(id), action ? 2 * shownFor : shownFor)
    return () => clearTimeout(timer)
  }, [id, action, held])
  return (
    <Paper
      withBorder
      shadow="lg"
      className={classes.toast}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Text size="sm">{text}</Text>
      {action && (
        <Button
          size="compact-sm"
          variant="light"
          onClick={() => {
            close(id)
            action.act()
          }}
        >
          {action.label}
        </Button>
      )}
      <CloseButton aria-label={t`Close message`} onClick={() => close(id)} />
    </Paper>
  )
}
