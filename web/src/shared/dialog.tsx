import { t } from '@lingui/core/macro'
import { Button, Group, Modal, type ModalProps, Stack } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = Pick<ModalProps, 'size' | 'withCloseButton' | 'closeOnClickOutside' | 'closeOnEscape' | 'children'> & {
  title: string
  opened?: boolean
  onClose: () => void
  /** Accessible name of the close button. */
  closeLabel?: string
}

/** A modal dialog, open when mounted unless `opened` says otherwise. */
export const Dialog = ({ opened = true, closeLabel = t`Cancel`, children, ...props }: Props) => (
  <Modal opened={opened} radius="lg" closeButtonProps={{ 'aria-label': closeLabel }} {...props}>
    <Stack>{children}</Stack>
  </Modal>
)

type ActionsProps = { onCancel: () => void; cancel?: string; children?: ReactNode }

/** The buttons at the bottom of a dialog. */
export const DialogActions = ({ onCancel, cancel = t`Cancel`, children }: ActionsProps) => (
  <Group justify="flex-end">
    <Button variant="default" onClick={onCancel}>
      {cancel}
    </Button>
    {children}
  </Group>
)
