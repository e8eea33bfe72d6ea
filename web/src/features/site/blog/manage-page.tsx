import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Button, Checkbox, Group, NativeSelect, Text, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { DataTable } from '@/shared/data-table'
import { Empty, NoMatches } from '@/shared/empty'
import { FormDialog } from '@/shared/form-dialog'
import { toMinute } from '@/shared/format'
import { ButtonLink, TextLink } from '@/shared/link'
import { options } from '@/shared/options'
import { PageHead } from '@/shared/page-head'
import { Pages, Total } from '@/shared/pages'
import { QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'
import { SearchField } from '@/shared/search-field'
import { toast } from '@/shared/toasts'

import { managedQuery, type PostDraft, useCreatePost, useUndeletePost } from './api'
import { type ManageFilters, postStatuses } from './filters'
import { statusLabels } from './labels'

type Props = {
  filters: ManageFilters
  onFilters: (filters: ManageFilters) => void
  /** Opens the editor of a post. */
  onOpen: (id: string) => void
  /** More buttons for the head of the page. */
  actions?: ReactNode
}

/** The posts that the user writes; all for administrators. */
export function ManagePage({ filters, onFilters, onOpen, actions }: Props) {
  const posts = useQuery(managedQuery(filters))
  const [beginning, setBeginning] = useState(false)
  const { page: _, ...narrowing } = filters
  const begin = (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setBeginning(true)}>
      <Trans>New post</Trans>
    </Button>
  )
  return (
    <>
      <PageHead title={t`Blog posts`} lead={t`Write about what you teach. Administrators publish.`}>
        <Group gap="sm">
          <ButtonLink to="/teach/media" variant="default">
            <Trans>Media library</Trans>
          </ButtonLink>
          {actions}
          {begin}
        </Group>
      </PageHead>
      <Filters filters={filters} onFilters={onFilters} />
      <QueryView
        query={posts}
        skeleton={<Rows height={72} />}
        isEmpty={({ items }) => items.length === 0}
        empty={
          Object.keys(narrowing).length > 0 ? (
            <NoMatches title={t`No posts match`} onClear={() => onFilters({})}>
              <Trans>Change the filters or clear them.</Trans>
            </NoMatches>
          ) : (
            <Empty title={t`No posts yet`} action={begin}>
              <Trans>Posts that you write appear here.</Trans>
            </Empty>
          )
        }
      >
        {({ items, pagination }) => (
          <>
            <Total pagination={pagination} counted={(total) => plural(total, { one: '# post', other: '# posts' })} />
            <Table rows={items} />
            <Pages pagination={pagination} onPage={(page) => onFilters({ ...filters, page })} />
          </>
        )}
      </QueryView>
      {beginning && <NewPost onClose={() => setBeginning(false)} onCreated={onOpen} />}
    </>
  )
}

function Filters({ filters: { page: _, ...filters }, onFilters }: Pick<Props, 'filters' | 'onFilters'>) {
  const { search, status, to_review, ...others } = filters
  const narrow = (next: Omit<ManageFilters, 'page'>) => {
    const chosen = { search, status, to_review, ...others, ...next }
    onFilters({
      ...(chosen.search && { search: chosen.search }),
      ...(chosen.status && { status: chosen.status }),
      ...(chosen.to_review && { to_review: chosen.to_review }),
    })
  }
  return (
    <Group gap="sm" mb="md" role="group" aria-label={t`Filters`}>
      <SearchField label={t`Search by title`} value={search ?? ''} onSearch={(text) => narrow({ search: text })} />
      <NativeSelect
        aria-label={t`All statuses`}
        value={status ?? ''}
        data={[
          { value: '', label: t`All statuses` },
          ...options(Object.fromEntries(postStatuses.map((name) => [name, statusLabels[name].label]))),
        ]}
        onChange={(event) => {
          const value = postStatuses.find((name) => name === event.currentTarget.value)
          const { status: __, ...kept } = filters
          onFilters(value ? { ...kept, status: value } : kept)
        }}
      />
      <Checkbox
        label={t`Review requested`}
        checked={to_review ?? false}
        onChange={(event) => {
          const { to_review: __, ...kept } = filters
          onFilters(event.currentTarget.checked ? { ...kept, to_review: true } : kept)
        }}
      />
    </Group>
  )
}

const Table = ({ rows }: { rows: PostDraft[] }) => (
  <DataTable
    label={t`Blog posts`}
    rows={rows}
    idOf={({ id }) => id}
    columns={[
      { id: 'title', label: t`Title`, place: 'lead', cell: (post) => <TitleCell post={post} /> },
      { id: 'status', label: t`Status`, cell: (post) => <StatusCell post={post} /> },
      {
        id: 'changed',
        label: t`Last changed`,
        cell: ({ id, updatedAt, deletedAt }) => (deletedAt ? <RestoreButton id={id} /> : toMinute(updatedAt)),
      },
    ]}
  />
)

const TitleCell = ({ post: { id, title, authors, deletedAt } }: { post: PostDraft }) => (
  <>
    {deletedAt ? (
      <Text fw={600}>{title || t`Untitled`}</Text>
    ) : (
      <TextLink to="/teach/blog/$postId" params={{ postId: id }} fw={600}>
        {title || t`Untitled`}
      </TextLink>
    )}
    <Text size="sm" c="dimmed">
      {authors.map(({ name }) => name || t`Former author`).join(', ')}
    </Text>
  </>
)

/** The status of a post, and what stands out about it. */
function RestoreButton({ id }: { id: string }) {
  const restore = useUndeletePost()
  return (
    <Button
      variant="default"
      size="xs"
      h={36}
      loading={restore.isPending}
      onClick={() =>
        restore.mutate(id, { onSuccess: () => toast(t`Post restored.`), onError: ({ message }) => toast(message) })
      }
    >
      <Trans>Restore</Trans>
    </Button>
  )
}

export const StatusCell = ({ post }: { post: PostDraft }) => (
  <Group gap={6}>
    <Badge variant="light" color={statusLabels[post.deletedAt ? 'deleted' : post.status].color}>
      {t(statusLabels[post.deletedAt ? 'deleted' : post.status].label)}
    </Badge>
    {post.status === 'published' && post.isChanged && (
      <Badge variant="light" color="apricot">
        <Trans>Unpublished changes</Trans>
      </Badge>
    )}
    {post.reviewRequestedAt && (
      <Badge variant="light" color="apricot">
        <Trans>Review requested</Trans>
      </Badge>
    )}
  </Group>
)

function NewPost({ onClose, onCreated }: { onClose: () => void; onCreated: (id: string) => void }) {
  const create = useCreatePost()
  const [title, setTitle] = useState('')
  return (
    <FormDialog
      title={t`New post`}
      submit={t`Create draft`}
      mutation={create}
      disabled={!title.trim()}
      onClose={onClose}
      onSubmit={() => create.mutate(title, { onSuccess: ({ id }) => onCreated(id) })}
    >
      <TextInput
        label={t`Title`}
        value={title}
        maxLength={200}
        data-autofocus
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
