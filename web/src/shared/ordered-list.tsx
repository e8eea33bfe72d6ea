import { t } from '@lingui/core/macro'
import { ActionIcon, Group, Stack, Text } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'

type Item = { id: string; label: string; note?: ReactNode }

type Props = {
  label: string
  items: Item[]
  /** Called with the ids in their new order. */
  onChange: (ids: string[]) => void
}

/** A short list that can be reordered and trimmed, by mouse and keyboard; positions are announced. */
export function OrderedList({ label, items, onChange }: Props) {
  const [said, setSaid] = useState('')
  const ids = items.map(({ id }) => id)
  const swap = (from: number, to: number) => {
    const [one, other] = [items[from], items[to]]
    if (!one || !other) return
    onChange(ids.map((id, i) => (i === from ? other.id : i === to ? one.id : id)))
    const { label: name } = one
    const [position, total] = [to + 1, items.length]
    setSaid(t`${name} is now ${position} of ${total}`)
  }
  const leave = ({ id, label: name }: Item) => {
    onChange(ids.filter((other) => other !== id))
    setSaid(t`${name} removed`)
  }
  return (
    <>
      <Stack component="ol" gap="xs" p={0} m={0} style={{ listStyle: 'none' }} aria-label={label}>
        {items.map(({ id, label: name, note }, i) => (
          <Group component="li" key={id} wrap="nowrap" justify="space-between">
            <Text component="div">
              {i + 1}. {name} {note}
            </Text>
            <Group gap={4} wrap="nowrap">
              <Step label={t`Move ${name} up`} disabled={i === 0} onClick={() => swap(i, i - 1)}>
                <IconArrowUp size={18} />
              </Step>
              <Step label={t`Move ${name} down`} disabled={i === items.length - 1} onClick={() => swap(i, i + 1)}>
                <IconArrowDown size={18} />
              </Step>
              <Step label={t`Remove ${name}`} onClick={() => leave({ id, label: name })}>
                <IconX size={18} />
              </Step>
            </Group>
          </Group>
        ))}
      </Stack>
      <div role="status" className="visually-hidden">
        {said}
      </div>
    </>
  )
}

type StepProps = { label: string; disabled?: boolean; onClick: () => void; children: ReactNode }

function Step({ label, disabled = false, onClick, children }: StepProps) {
  return (
    <ActionIcon variant="default" size={44} radius="md" aria-label={label} disabled={disabled} onClick={onClick}>
      {children}
    </ActionIcon>
  )
}
