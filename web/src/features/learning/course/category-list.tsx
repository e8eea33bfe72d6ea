import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Menu, Text } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconDots, IconPencil, IconTrash } from '@tabler/icons-react'

import { decimal } from '@/shared/format'
import { SortableList } from '@/shared/sortable-list'

import classes from './category-list.module.css'
import type { Category } from './settings-api'

type Acts = { onChange: (category: Category) => void; onRemove: (category: Category) => void }

type Props = Acts & {
  all: Category[]
  /** Called with the names of all categories in their new order. */
  onOrder: (names: string[]) => void
}

/** The tree of categories, whose branches are put in order by dragging, with the arrow keys or by a menu. */
export function CategoryList({ all, onOrder, ...acts }: Props) {
  return <Branch all={all} parent="" label={t`Categories`} onOrder={onOrder} {...acts} />
}

function Branch({ all, parent, label, onOrder, ...acts }: Props & { parent: string; label: string }) {
  const items = childrenOf(all, parent).map((category) => ({ id: category.name, title: category.name, category }))
  const inOrder = (name: string, next: Category[]): string[] =>
    (name === parent ? next : childrenOf(all, name)).flatMap((child) => [child.name, ...inOrder(child.name, next)])
  return (
    <SortableList
      label={label}
      items={items}
      onOrder={(next) =>
        onOrder(
          inOrder(
            '',
            next.map(({ category }) => category),
          ),
        )
      }
    >
      {({ category }, index, move) => (
        <div className={classes.branch}>
          <div className={classes.row}>
            <Words category={category} />
            <Actions
              category={category}
              isFirst={index === 0}
              isLast={index === items.length - 1}
              onMove={move}
              {...acts}
            />
          </div>
          {childrenOf(all, category.name).length > 0 && (
            <Branch
              all={all}
              parent={category.name}
              label={t`Subcategories of ${category.name}`}
              onOrder={onOrder}
              {...acts}
            />
          )}
        </div>
      )}
    </SortableList>
  )
}

const childrenOf = (all: Category[], name: string) => all.filter(({ parent }) => parent === name)

function Words({ category: { name, count, total } }: { category: Category }) {
  const [own, more] = [
    plural(count, { one: '# published course', other: '# published courses' }),
    decimal(total - count),
  ]
  return (
    <div className={classes.words}>
      <Text fw={600}>{name}</Text>
      <Text size="sm" c="dimmed">
        {total > count ? (
          <Trans>
            {own} + {more} in subcategories
          </Trans>
        ) : (
          own
        )}
      </Text>
    </div>
  )
}

type ActionsProps = Acts & { category: Category; isFirst: boolean; isLast: boolean; onMove: (by: -1 | 1) => void }

function Actions({ category, isFirst, isLast, onMove, onChange, onRemove }: ActionsProps) {
  const { name } = category
  return (
    <Menu position="bottom-end" shadow="md" radius="md">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={t`More actions for “${name}”`}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => onChange(category)}>
          <Trans>Edit</Trans>
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowUp size={16} />} disabled={isFirst} onClick={() => onMove(-1)}>
          <Trans>Move up</Trans>
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowDown size={16} />} disabled={isLast} onClick={() => onMove(1)}>
          <Trans>Move down</Trans>
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => onRemove(category)}>
          <Trans>Delete</Trans>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
