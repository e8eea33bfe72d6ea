import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { Confirm } from '@/shared/confirm'
import { type Column, DataTable } from '@/shared/data-table'
import { Empty } from '@/shared/empty'
import { count } from '@/shared/format'
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
      <Trans>Add a category</Trans>
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
            <Trans>
              A course brings its category with it. Those that you add here are offered to teachers who create a course.
            </Trans>
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

/** The number of a category's ancestors. */
function depthOf(all: Category[], { parent }: Category): number {
  const above = all.find(({ name }) => name === parent)
  return above ? 1 + depthOf(all, above) : 0
}

const columnsOf = (all: Category[], onAct: (act: Act) => void): Column<Category>[] => [
  {
    id: 'name',
    label: t`Category`,
    place: 'lead',
    cell: (c) => (
      <span style={{ paddingInlineStart: `${depthOf(all, c) * 1.5}rem` }}>
        {c.name}
        {c.parent && (
          <span className="visually-hidden">
            {' '}
            <Trans>beneath {c.parent}</Trans>
          </span>
        )}
      </span>
    ),
  },
  {
    id: 'courses',
    label: t`Published courses`,
    cell: ({ count: own, total }) => (
      <>
        {own}
        {total > own && (
          <Text span size="sm" c="dimmed">
            <Trans> and {count(total - own, 'more', 'more')} beneath</Trans>
          </Text>
        )}
      </>
    ),
  },
  {
    id: 'actions',
    label: t`What can be done`,
    place: 'end',
    cell: (c) => (
      <Group gap="xs" justify="flex-end" wrap="nowrap">
        <Button
          size="compact-md"
          variant="default"
          aria-label={t`Rename or move ${c.name}`}
          onClick={() => onAct({ change: c })}
        >
          <Trans>Rename or move</Trans>
        </Button>
        <Button
          size="compact-md"
          variant="subtle"
          color="red"
          aria-label={t`Delete ${c.name}`}
          onClick={() => onAct({ remove: c })}
        >
          <Trans>Delete</Trans>
        </Button>
      </Group>
    ),
  },
]

function Removal({ category: { name }, onClose }: { category: Category; onClose: () => void }) {
  const remove = useRemoveCategory()
  const act = () =>
    remove.mutate(name, {
      onSuccess: () => {
        onClose()
        toast(t`${name} is deleted.`)
      },
    })
  return (
    <Confirm
      title={t`Delete ${name}?`}
      text={t`Only a category without courses can be deleted. What stands beneath it moves up.`}
      action="Delete"
      danger
      onConfirm={act}
      onClose={onClose}
      pending={remove.isPending}
      error={remove.error}
    />
  )
}
