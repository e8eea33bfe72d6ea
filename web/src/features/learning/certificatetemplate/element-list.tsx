import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Group, Text, Title, UnstyledButton } from '@mantine/core'
import { IconAlertTriangle, IconArrowDown, IconArrowUp, IconCopy, IconTrash } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'

import type { Layout, Problem } from './api'
import classes from './designer.module.css'
import { nameOf } from './kinds'
import { hasRoomFor, isNeeded } from './layout'

type Props = {
  layout: Layout
  problems: readonly Problem[]
  selected: string | undefined
  onSelect: (id: string) => void
  onReorder: (id: string, by: 1 | -1) => void
  onDuplicate: (id: string) => void
  onRemove: (id: string) => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** The elements of a certificate in the order in which they lie on each other, to select and change without a mouse. */
export function ElementList({ layout, problems, selected, onSelect, onKeyDown, ...rest }: Props) {
  const marked = new Set(problems.filter(({ kind }) => kind !== 'shrunk').map(({ element_id: id }) => id))
  return (
    <section aria-labelledby="elements-title">
      <Group justify="space-between" mb={6}>
        <Title order={2} size="h4" id="elements-title">
          <Trans>Elements</Trans>
        </Title>
        <Acts layout={layout} selected={selected} {...rest} />
      </Group>
      <ul className={classes.list} aria-labelledby="elements-title">
        {layout.elements.map((element) => (
          <li key={element.id}>
            <UnstyledButton
              className={classes.item}
              aria-pressed={element.id === selected}
              onClick={() => onSelect(element.id)}
              onKeyDown={(event) => element.id === selected && onKeyDown(event)}
            >
              <span>{nameOf(element)}</span>
              {marked.has(element.id) && (
                <IconAlertTriangle size={16} role="img" aria-label={t`Not shown completely`} />
              )}
            </UnstyledButton>
          </li>
        ))}
      </ul>
      <Text size="xs" c="dimmed" mt={6}>
        <Trans>
          The arrow keys move the selected element by 1 mm, with Shift by 10 mm. Later elements cover earlier ones.
        </Trans>
      </Text>
    </section>
  )
}

type ActsProps = Pick<Props, 'layout' | 'selected' | 'onReorder' | 'onDuplicate' | 'onRemove'>

function Acts({ layout, selected, onReorder, onDuplicate, onRemove }: ActsProps) {
  const index = layout.elements.findIndex(({ id }) => id === selected)
  const element = layout.elements[index]
  const acts = [
    { label: t`Move back`, icon: IconArrowUp, disabled: index <= 0, act: (id: string) => onReorder(id, -1) },
    {
      label: t`Move to the front`,
      icon: IconArrowDown,
      disabled: index === layout.elements.length - 1,
      act: (id: string) => onReorder(id, 1),
    },
    {
      label: t`Duplicate element`,
      icon: IconCopy,
      disabled: !element || !hasRoomFor(layout, element.kind),
      act: onDuplicate,
    },
    { label: t`Remove element`, icon: IconTrash, disabled: !element || isNeeded(layout, element), act: onRemove },
  ]
  return (
    <Group gap={2}>
      {acts.map(({ label, icon: Icon, disabled, act }) => (
        <ActionIcon
          key={label}
          variant="subtle"
          color="gray"
          size={36}
          aria-label={label}
          title={label}
          disabled={!element || disabled}
          onClick={() => element && act(element.id)}
        >
          <Icon size={18} />
        </ActionIcon>
      ))}
    </Group>
  )
}
