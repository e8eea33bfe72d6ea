import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { type Column, DataTable } from '@/shared/data-table'
import { Empty, NoMatches } from '@/shared/empty'
import { TextLink } from '@/shared/link'
import { Day } from '@/shared/moment'
import { PageHead } from '@/shared/page-head'
import { Pages } from '@/shared/pages'
import { QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'
import { SearchField } from '@/shared/search-field'

import { type Company, companiesQuery } from './api'
import { EditCompanyDialog, NewCompanyDialog } from './company-dialog'
import { companyStatuses, statusColors } from './labels'

/** The companies that train their people here, for administrators. */
export function CompaniesPage() {
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const [open, setOpen] = useState<Company | 'new'>()
  const companies = useQuery(companiesQuery(search, page))
  const find = (next: string) => {
    setSearch(next)
    setPage(1)
  }
  const close = () => setOpen(undefined)
  return (
    <>
      <PageHead title={t`Companies`} lead={t`Companies train their people in courses that they pay for.`}>
        <Button onClick={() => setOpen('new')}>
          <Trans>Add company</Trans>
        </Button>
      </PageHead>
      <SearchField label={t`Search companies`} value={search} onSearch={find} mb="md" maw={420} />
      <QueryView
        query={companies}
        skeleton={<Rows height={56} />}
        isEmpty={({ items }) => items.length === 0}
        empty={
          search ? (
            <NoMatches title={t`No matching companies`} onClear={() => find('')}>
              <Trans>The search finds companies whose name begins with your text.</Trans>
            </NoMatches>
          ) : (
            <Empty title={t`No companies yet`}>
              <Trans>Add a company and invite its manager, who then invites its people.</Trans>
            </Empty>
          )
        }
      >
        {({ items, pagination }) => (
          <>
            <DataTable label={t`Companies`} columns={columns(setOpen)} rows={items} idOf={({ id }) => id} />
            <Pages pagination={pagination} onPage={setPage} />
          </>
        )}
      </QueryView>
      {open === 'new' && <NewCompanyDialog onClose={close} />}
      {open && open !== 'new' && <EditCompanyDialog id={open.id} forAdmins onClose={close} />}
    </>
  )
}

const columns = (onEdit: (company: Company) => void): Column<Company>[] => [
  {
    id: 'name',
    label: t`Name`,
    place: 'lead',
    cell: ({ id, name }) => (
      <TextLink to="/company" search={{ company: id }} fw={600}>
        {name}
      </TextLink>
    ),
  },
  {
    id: 'status',
    label: t`Status`,
    cell: ({ status }) => (
      <Badge variant="light" color={statusColors[status]} tt="none">
        {t(companyStatuses[status])}
      </Badge>
    ),
  },
  { id: 'people', label: t`People`, cell: ({ people }) => people },
  { id: 'invitations', label: t`Open invitations`, cell: ({ invitations }) => invitations },
  { id: 'since', label: t`Added`, cell: ({ created_at }) => <Day at={created_at} /> },
  {
    id: 'actions',
    label: t`Actions`,
    place: 'end',
    cell: (company) => (
      <Group justify="flex-end">
        <Button variant="subtle" aria-label={t`Edit ${company.name}`} onClick={() => onEdit(company)}>
          <Trans>Edit</Trans>
        </Button>
      </Group>
    ),
  },
]
