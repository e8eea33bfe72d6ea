import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { Confirm } from '@/shared/confirm'
import { allItems } from '@/shared/cursor-pages'
import { type Column, DataTable } from '@/shared/data-table'
import { Empty, NoMatches } from '@/shared/empty'
import { FilterSelect } from '@/shared/filter-select'
import { Day } from '@/shared/moment'
import { PageHead } from '@/shared/page-head'
import { MoreButton } from '@/shared/pages'
import { Failure, QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'
import { SearchField } from '@/shared/search-field'
import { toast } from '@/shared/toasts'
import { ImportDialog } from './import-dialog'
import { subscriberStatuses } from './labels'
import { ListsSection } from './lists-section'
import {
  listsQuery,
  type Subscriber,
  type SubscriberFilters,
  subscribersQuery,
  useDeleteSubscriber,
  useExportSubscribers,
} from './staff-api'

type Props = { filters: SubscriberFilters; onFilters: (filters: SubscriberFilters) => void }

const statuses = Object.keys(subscriberStatuses) as Subscriber['status'][]

/** Who has subscribed to the newsletter, and to which lists one can. */
export function SubscribersPage({ filters, onFilters }: Props) {
  const subscribers = useInfiniteQuery(subscribersQuery(filters))
  const sheet = useExportSubscribers(filters)
  const [adding, setAdding] = useState(false)
  const [deleting, setDeleting] = useState<Subscriber>()
  const isNarrowed = Object.values(filters).some(Boolean)
  return (
    <>
      <PageHead
        title={t`Subscribers`}
        lead={t`They subscribe on the newsletter page and confirm through a link in an email.`}
      >
        <Button variant="default" loading={sheet.isPending} onClick={() => sheet.mutate()}>
          <Trans>Export CSV</Trans>
        </Button>
        <Button onClick={() => setAdding(true)}>
          <Trans>Add subscribers</Trans>
        </Button>
      </PageHead>
      {sheet.error && <Failure error={sheet.error} />}
      <ListsSection />
      <Filters filters={filters} onFilters={onFilters} />
      <QueryView
        query={subscribers}
        skeleton={<Rows height={48} />}
        isEmpty={(data) => allItems(data).length === 0}
        empty={
          isNarrowed ? (
            <NoMatches title={t`No subscribers`} onClear={() => onFilters({})}>
              <Trans>No subscribers match these filters.</Trans>
            </NoMatches>
          ) : (
            <Empty title={t`No subscribers yet`}>
              <Trans>Visitors subscribe through the form linked in the footer of the site.</Trans>
            </Empty>
          )
        }
      >
        {(data) => (
          <>
            <DataTable
              label={t`Subscribers`}
              columns={columns(setDeleting)}
              rows={allItems(data)}
              idOf={({ id }) => id}
            />
            <MoreButton query={subscribers} />
          </>
        )}
      </QueryView>
      {adding && <ImportDialog onClose={() => setAdding(false)} />}
      {deleting && <DeleteDialog subscriber={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  )
}

function Filters({ filters, onFilters }: Props) {
  const lists = useQuery(listsQuery)
  const set = (change: SubscriberFilters) => onFilters({ ...filters, ...change })
  return (
    <search>
      <Group align="flex-end" gap="sm" mb="md">
        <SearchField
          label={t`Beginning of the email address`}
          value={filters.search ?? ''}
          onSearch={(search) => set({ search: search || undefined })}
          flex="1 1 240px"
          maw={320}
        />
        <FilterSelect
          label={t`Status`}
          value={filters.status}
          choices={statuses.map((value) => ({ value, label: t(subscriberStatuses[value]) }))}
          onChange={(status) => set({ status })}
        />
        <FilterSelect
          label={t({ message: 'List', context: 'newsletter' })}
          value={filters.list_id}
          choices={(lists.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(list_id) => set({ list_id })}
        />
      </Group>
    </search>
  )
}

const columns = (onDelete: (subscriber: Subscriber) => void): Column<Subscriber>[] => [
  { id: 'email', label: t`Email address`, place: 'lead', cell: ({ email }) => email },
  { id: 'name', label: t`Name`, cell: ({ full_name }) => full_name },
  { id: 'status', label: t`Status`, cell: ({ status }) => t(subscriberStatuses[status]) },
  {
    id: 'since',
    label: t({ message: 'Subscribed', context: 'newsletter' }),
    cell: ({ created_at }) => <Day at={created_at} />,
  },
  {
    id: 'actions',
    label: t`Actions`,
    place: 'end',
    cell: (subscriber) => {
      const { email } = subscriber
      return (
        <Button variant="subtle" color="red" aria-label={t`Delete ${email}`} onClick={() => onDelete(subscriber)}>
          <Trans>Delete</Trans>
        </Button>
      )
    },
  },
]

function DeleteDialog({ subscriber: { id, email }, onClose }: { subscriber: Subscriber; onClose: () => void }) {
  const remove = useDeleteSubscriber()
  return (
    <Confirm
      danger
      title={t`Delete ${email}?`}
      text={t`This deletes the address and the proof that its owner subscribed. You can't undo it.`}
      action={t`Delete subscriber`}
      onConfirm={() =>
        remove.mutate(id, {
          onSuccess: () => {
            toast(t`Subscriber deleted.`)
            onClose()
          },
        })
      }
      onClose={onClose}
      pending={remove.isPending}
      error={remove.error}
    />
  )
}
