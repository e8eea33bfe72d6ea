import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'

/** Whether a panel of the header is open: until the user closes it or another page is shown. */
export function usePanel(page: string) {
  const [panel, setPanel] = useState({ page, open: false })
  if (panel.page !== page) setPanel({ page, open: false })
  return { open: panel.open, toggle: () => setPanel({ page, open: !panel.open }) }
}

type Props = {
  label: string
  open: boolean
  /** The id of the panel. */
  controls: string
  icon: ReactNode
  onToggle: () => void
  className?: string | undefined
}

/** Opens and closes a panel of the header on a phone. */
export const PanelButton = ({ label, open, controls, icon, onToggle, className }: Props) => (
  <ActionIcon
    className={className}
    variant="subtle"
    color="gray"
    c="var(--ink)"
    size={44}
    radius="xl"
    aria-label={label}
    aria-expanded={open}
    aria-controls={controls}
    onClick={onToggle}
  >
    {open ? <IconX size={22} /> : icon}
  </ActionIcon>
)
