import { Button, Text } from '@mantine/core'
import type { ReactNode } from 'react'

import { Dialog, DialogActions } from './dialog'
import { Failure } from './query-view'

type Props = {
  title: string
  /** What happens if it is done. */
  text: ReactNode
  /** What the button says that does it: a verb. */
  action: string
  onConfirm: () => void
  onClose: () => void
  pending: boolean
  error: Error | null
  /** Whether it takes something away. */
  danger?: boolean
  /** Further choices. */
  children?: ReactNode
}

/** Asks before something is done that people would not want done by a slip. */
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
