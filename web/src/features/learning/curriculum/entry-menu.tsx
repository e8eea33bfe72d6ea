import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Menu } from '@mantine/core'
import { IconArrowsMove, IconCopy, IconDots, IconPencil, IconTrash } from '@tabler/icons-react'

type Props = {
  title: string
  onRename: () => void
  onMove: () => void
  onDuplicate: () => void
  onDelete: () => void
  /** Whether its lessons are duplicated and deleted with it. */
  hasLessons?: boolean
}

/** The actions for a section or lesson of the outline. */
export function EntryMenu({ title, onRename, onMove, onDuplicate, onDelete, hasLessons = false }: Props) {
  return (
    <Menu position="bottom-end" shadow="md" radius="md" returnFocus={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={t`More actions for “${title}”`}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={onRename}>
          <Trans>Rename</Trans>
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowsMove size={16} />} onClick={onMove}>
          <Trans>Move…</Trans>
        </Menu.Item>
        <Menu.Item leftSection={<IconCopy size={16} />} onClick={onDuplicate}>
          {hasLessons ? t`Duplicate with lessons` : t`Duplicate`}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={onDelete}>
          {hasLessons ? t`Delete with lessons` : t`Delete`}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
