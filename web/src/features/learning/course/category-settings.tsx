import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { Confirm } from '@/shared/confirm'
import { type Column, DataTable } from '@/shared/data-table'
import { Empty } from '@/shared/empty'
import { decimal } from '@/shared/format'
import { QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'
import { toast } from '@/shared/toasts'

import { categoriesQuery } from './api'
import { CategoryDialog } from './category-dialog'
import { type Category, useRemoveCategory } from './settings-api'

type Act = { change?: Category; remove?: Category; add?: true }

/** The tree of categories. */
export function CategorySettings() {
  const categories = useQuery(categoriesQuery())
  const [act, setAct] = useState<Act>({})
  const add = (
    <Button onClick={() => setAct({ add: true })}>
      <Trans>Add category</Trans>
    </Button>
  )
  return (
    <>
      <QueryView
        query={categories}
        skeleton={<Rows />}
        isEmpty={({ value }) => value.length === 0}
        empty={
          <Empty title={t`No categories yet`} action={add}>
            <Trans>Instructors choose a category when they create a course, or enter a new one.</Trans>
          </Empty>
        }
      >
        {({ value: all, tag }) => (
          <>
            <Group mb="md">{add}</Group>
            <DataTable label={t`Categories`} columns={columnsOf(all, setAct)} rows={all} idOf={({ name }) => name} />
            {(act.add || act.change) && (
              <CategoryDialog all={all} tag={tag} category={act.change} onClose={() => setAct({})} />
            )}
          </>
        )}
      </QueryView>
      {act.add && categories.data?.value.length === 0 && (
        <CategoryDialog all={[]} tag={categories.data.tag} category={undefined} onClose={() => setAct({})} />
      )}
      {act.remove && <Removal category={act.remove} onClose={() => setAct({})} />}
    </>
  )
}

/** The number of ancestors of a category with this parent. */
function depthOf(all: Category[], parent: string): number {
  const above = all.find(({ name }) => name === parent)
  return above ? 1 + depthOf(all, above.parent) : 0
}

const columnsOf = (all: Category[], onAct: (act: Act) => void): Column<Category>[] => [
  {
    id: 'name',
    label: t`Category`,
    place: 'lead',
    cell: ({ name, parent }) => (
      <span style={{ paddingInlineStart: `${depthOf(all, parent) * 1.5}rem` }}>
        {name}
        {parent && (
          <span className="visually-hidden">
            {' '}
            <Trans>subcategory of {parent}</Trans>
          </span>
        )}
      </span>
    ),
  },
  {
    id: 'courses',
    label: t`Published courses`,
    cell: ({ count: own, total }) => <Courses own={own} inSubcategories={total - own} />,
  },
  {
    id: 'actions',
    label: t`Actions`,
    place: 'end',
    cell: (category) => <Actions category={category} onAct={onAct} />,
  },
]

function Courses({ own, inSubcategories }: { own: number; inSubcategories: number }) {
  const more = decimal(inSubcategories)
  return (
    <>
      {decimal(own)}
      {inSubcategories > 0 && (
        <Text span size="sm" c="dimmed">
          {' '}
          <Trans>+ {more} in subcategories</Trans>
        </Text>
      )}
    </>
  )
}

function Actions({ category, onAct }: { category: Category; onAct: (act: Act) => void }) {
  const { name } = category
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <Button
        size="compact-md"
        variant="default"
        aria-label={t`Edit ${name}`}
        onClick={() => onAct({ change: category })}
      >
        <Trans>Edit</Trans>
      </Button>
      <Button
        size="compact-md"
        variant="subtle"
        color="red"
        aria-label={t`Delete ${name}`}
        onClick={() => onAct({ remove: category })}
      >
        <Trans>Delete</Trans>
      </Button>
    </Group>
  )
}

function Removal({ category: { name }, onClose }: { category: Category; onClose: () => void }) {
  const remove = useRemoveCategory()
  const act = () =>
    remove.mutate(name, {
      onSuccess: () => {
        onClose()
        toast(t`Category “${name}” deleted.`)
      },
    })
  return (
    <Confirm
      title={t`Delete “${name}”?`}
      text={t`You can only delete a category without courses. Its subcategories move up one level.`}
      action={t`Delete category`}
      danger
      onConfirm={act}
      onClose={onClose}
      pending={remove.isPending}
      error={remove.error}
    />
  )
}
