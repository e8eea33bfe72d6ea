import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

import { Failure } from './query-view'

type Props = {
  title: string
  /** What happens if it is done. */
  text: ReactNode
  /** What the button says that does it: a verb. */
  act: string
  onAct: () => void
  onClose: () => void
  pending: boolean
  error: Error | null
  /** Whether it takes something away. */
  danger?: boolean
  /** Further choices. */
  children?: ReactNode
}

/** Asks before something is done that people would not want done by a slip. */
export function Confirm({ title, text, act, onAct, onClose, pending, error, danger, children }: Props) {
  return (
    <Modal opened onClose={onClose} title={title} radius="lg" closeButtonProps={{ 'aria-label': 'Cancel' }}>
      <Stack>
        {error && <Failure error={error} />}
        <Text component="div">{text}</Text>
        {children}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button {...(danger && { color: 'red.9' })} loading={pending} onClick={onAct}>
            {act}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
