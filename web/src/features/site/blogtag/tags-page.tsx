import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { DataTable } from '@/shared/data-table'
import { Empty, NoMatches } from '@/shared/empty'
import { TextLink } from '@/shared/link'
import { PageHead } from '@/shared/page-head'
import { Pages, Total } from '@/shared/pages'
import { QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'
import { SearchField } from '@/shared/search-field'

import { type BlogTag, managedTagsQuery } from './api'
import type { TagFilters } from './filters'
import { DeleteTag, MergeTag, RenameTag } from './tag-dialogs'

type Props = { filters: TagFilters; onFilters: (filters: TagFilters) => void }

type Action = 'rename' | 'merge' | 'delete'

/** The tags of the blog, for administrators. */
export function TagsPage({ filters, onFilters }: Props) {
  const tags = useQuery(managedTagsQuery(filters))
  const [open, setOpen] = useState<{ tag: BlogTag; action: Action }>()
  const close = () => setOpen(undefined)
  return (
    <>
      <PageHead
        title={t`Tags of the blog`}
        lead={t`Rename tags, or merge those that mean the same. Old links keep working.`}
      />
      <SearchField
        label={t`Search tags`}
        value={filters.query ?? ''}
        onSearch={(query) => onFilters(query ? { query } : {})}
        maxLength={40}
        maw={420}
        mb="md"
      />
      <QueryView
        query={tags}
        skeleton={<Rows height={60} />}
        isEmpty={({ items }) => items.length === 0}
        empty={
          filters.query ? (
            <NoMatches title={t`No tags match`} onClear={() => onFilters({})}>
              <Trans>Change the search or clear it.</Trans>
            </NoMatches>
          ) : (
            <Empty title={t`No tags yet`}>
              <Trans>Tags of posts appear here once a post with them is published.</Trans>
            </Empty>
          )
        }
      >
        {({ items, pagination }) => (
          <>
            <Total pagination={pagination} counted={(n) => plural(n, { one: '# tag', other: '# tags' })} />
            <Table rows={items} onAction={(tag, action) => setOpen({ tag, action })} />
            <Pages pagination={pagination} onPage={(page) => onFilters({ ...filters, page })} />
          </>
        )}
      </QueryView>
      {open?.action === 'rename' && <RenameTag tag={open.tag} onClose={close} />}
      {open?.action === 'merge' && <MergeTag tag={open.tag} onClose={close} />}
      {open?.action === 'delete' && <DeleteTag tag={open.tag} onClose={close} />}
    </>
  )
}

type TableProps = { rows: BlogTag[]; onAction: (tag: BlogTag, action: Action) => void }

const Table = ({ rows, onAction }: TableProps) => (
  <DataTable
    label={t`Tags`}
    rows={rows}
    idOf={({ id }) => id}
    columns={[
      { id: 'name', label: t`Name`, place: 'lead', cell: (tag) => <NameCell tag={tag} /> },
      {
        id: 'posts',
        label: t`Published posts`,
        cell: ({ slug, posts }) =>
          posts > 0 ? (
            <TextLink to="/blog" search={{ tag: slug }}>
              {plural(posts, { one: '# post', other: '# posts' })}
            </TextLink>
          ) : (
            <Text c="dimmed">
              <Trans>None</Trans>
            </Text>
          ),
      },
      { id: 'actions', label: t`Actions`, place: 'end', cell: (tag) => <Actions tag={tag} onAction={onAction} /> },
    ]}
  />
)

const NameCell = ({ tag: { name, formerNames } }: { tag: BlogTag }) => (
  <>
    <Text fw={600}>{name}</Text>
    {formerNames.length > 0 && (
      <Text size="sm" c="dimmed">
        <Trans>Also found as {formerNames.join(', ')}</Trans>
      </Text>
    )}
  </>
)

function Actions({ tag, onAction }: { tag: BlogTag; onAction: TableProps['onAction'] }) {
  const { name } = tag
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <Button variant="default" size="xs" h={36} aria-label={t`Rename ${name}`} onClick={() => onAction(tag, 'rename')}>
        <Trans>Rename</Trans>
      </Button>
      <Button variant="default" size="xs" h={36} aria-label={t`Merge ${name}`} onClick={() => onAction(tag, 'merge')}>
        <Trans>Merge</Trans>
      </Button>
      {tag.posts === 0 && (
        <Button
          variant="subtle"
          color="red"
          size="xs"
          h={36}
          aria-label={t`Delete ${name}`}
          onClick={() => onAction(tag, 'delete')}
        >
          <Trans>Delete</Trans>
        </Button>
      )}
    </Group>
  )
}
