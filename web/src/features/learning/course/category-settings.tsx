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
  const add = <Button onClick={() => setAct({ add: true })}>Add a category</Button>
  return (
    <>
      <QueryView
        query={categories}
        skeleton={<Rows />}
        isEmpty={({ value }) => value.length === 0}
        empty={
          <Empty title="No categories yet" action={add}>
            A course brings its category with it. Those that you add here are offered to teachers who create a course.
          </Empty>
        }
      >
        {({ value: all, tag }) => (
          <>
            <Group mb="md">{add}</Group>
            <DataTable label="Categories" columns={columnsOf(all, setAct)} rows={all} idOf={({ name }) => name} />
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
    label: 'Category',
    place: 'lead',
    cell: (c) => (
      <span style={{ paddingInlineStart: `${depthOf(all, c) * 1.5}rem` }}>
        {c.name}
        {c.parent && <span className="visually-hidden"> beneath {c.parent}</span>}
      </span>
    ),
  },
  {
    id: 'courses',
    label: 'Published courses',
    cell: ({ count: own, total }) => (
      <>
        {own}
        {total > own && (
          <Text span size="sm" c="dimmed">
            {' '}
            and {count(total - own, 'more', 'more')} beneath
          </Text>
        )}
      </>
    ),
  },
  {
    id: 'actions',
    label: 'What can be done',
    place: 'end',
    cell: (c) => (
      <Group gap="xs" justify="flex-end" wrap="nowrap">
        <Button
          size="compact-md"
          variant="default"
          aria-label={`Rename or move ${c.name}`}
          onClick={() => onAct({ change: c })}
        >
          Rename or move
        </Button>
        <Button
          size="compact-md"
          variant="subtle"
          color="red"
          aria-label={`Delete ${c.name}`}
          onClick={() => onAct({ remove: c })}
        >
          Delete
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
        toast(`${name} is deleted.`)
      },
    })
  return (
    <Confirm
      title={`Delete ${name}?`}
      text="Only a category without courses can be deleted. What stands beneath it moves up."
      action="Delete"
      danger
      onConfirm={act}
      onClose={onClose}
      pending={remove.isPending}
      error={remove.error}
    />
  )
}
