import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'

import { t } from '@lingui/core/macro'
import { Button, Group, Modal, type ModalProps, Stack } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'

type Props = Pick<
  ModalProps,
  'size' | 'fullScreen' | 'withCloseButton' | 'closeOnClickOutside' | 'closeOnEscape' | 'children'
> & {
  title: string
  opened?: boolean
  onClose: () => void
  /** Accessible name of the close button. */
  closeLabel?: string
}

/** A modal dialog, open when mounted unless `opened` says otherwise. */
export function Dialog({ opened = true, closeLabel = t`Cancel`, children, ...props }: Props) {
  useInertPage(opened)
  return (
    <Modal opened={opened} radius="lg" closeButtonProps={{ 'aria-label': closeLabel }} {...props}>
      <Stack pt={4}>{children}</Stack> {/* the ring of a focused field fits below the title */}
    </Modal>
  )
}

/** Makes the page behind a dialog inert, as `HTMLDialogElement.showModal` does: screen readers and find-in-page skip it. */
function useInertPage(inert: boolean) {
  useEffect(() => {
    const page = document.getElementById('root')
    if (!inert || !page || page.inert) return // a dialog on a dialog leaves it to the first
    page.inert = true
    return () => {
      page.inert = false
    }
  }, [inert])
}

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
