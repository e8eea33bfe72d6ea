import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { Confirm } from '@/shared/confirm'
import { Empty } from '@/shared/empty'
import { Failure, QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'
import { toast } from '@/shared/toasts'

import { categoriesQuery } from './api'
import { CategoryDialog } from './category-dialog'
import { CategoryList } from './category-list'
import { type Category, useOrderCategories, useRemoveCategory } from './settings-api'

type Act = { change?: Category; remove?: Category; add?: true }

/** The tree of categories, in the order of the catalogue's filters. */
export function CategorySettings() {
  const categories = useQuery(categoriesQuery())
  const order = useOrderCategories()
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
            {order.error && <Failure error={order.error} />}
            <CategoryList
              all={all}
              onOrder={order.mutate}
              onChange={(change) => setAct({ change })}
              onRemove={(remove) => setAct({ remove })}
            />
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
