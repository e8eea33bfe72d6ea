import { Button, Text } from '@mantine/core'
import type { ReactNode } from 'react'

import { Dialog, DialogActions } from './dialog'
import { Failure } from './query-view'

type Props = {
  title: string
  /** The consequences. */
  text: ReactNode
  /** The label of the confirm button: a verb. */
  action: string
  onConfirm: () => void
  onClose: () => void
  pending: boolean
  error: Error | null
  /** Whether the action is destructive. */
  danger?: boolean
  /** Further choices. */
  children?: ReactNode
}

/** Asks for confirmation before an action that should not happen by accident. */
export function Confirm({ title, text, action, onConfirm, onClose, pending, error, danger, children }: Props) {
  return (
    <Dialog title={title} onClose={onClose}>
      {error && <Failure error={error} />}
      <Text component="div">{text}</Text>
      {children}
      <DialogActions onCancel={onClose}>
        <Button {...(danger && { color: 'red.9' })} loading={pending} onClick={onConfirm}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
