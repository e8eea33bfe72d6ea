import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, UnstyledButton } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'

import { Ago } from '@/shared/ago'
import { type Column, DataTable } from '@/shared/data-table'
import { Empty } from '@/shared/empty'
import { PageHead } from '@/shared/page-head'
import { Pages } from '@/shared/pages'
import { QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'

import { emailsQuery, type StoredEmail } from './api'
import classes from './email.module.css'
import { EmailDrawer } from './email-drawer'

/** What is shown, kept in the URL. */
export type MailView = { page?: number; email?: string }

type Props = { view: MailView; onView: (view: MailView) => void }

/** The emails kept in the data folder because no mail server is configured. */
export function MailPage({ view, onView }: Props) {
  const { email, ...list } = view
  const emails = useQuery(emailsQuery(view.page))
  const columns = columnsOf((id) => onView({ ...list, email: id }))

  return (
    <>
      <PageHead title={t`Emails`} lead={t`Without a mail server, emails are stored here instead of being sent.`}>
        <Button
          variant="default"
          leftSection={<IconRefresh size={18} />}
          loading={emails.isFetching}
          onClick={() => void emails.refetch()}
        >
          <Trans>Refresh</Trans>
        </Button>
      </PageHead>
      <QueryView
        query={emails}
        skeleton={<Rows />}
        isEmpty={({ items }) => items.length === 0}
        empty={
          <Empty title={t`No emails yet`}>
            <Trans>Once a mail server is set up, emails are sent and no longer stored here.</Trans>
          </Empty>
        }
      >
        {({ items, pagination }) => (
          <>
            <DataTable label={t`Emails`} columns={columns} rows={items} idOf={({ id }) => id} />
            <Pages pagination={pagination} onPage={(page) => onView({ page })} />
          </>
        )}
      </QueryView>
      <EmailDrawer id={email} onClose={() => onView(list)} />
    </>
  )
}

const columnsOf = (onOpen: (id: string) => void): Column<StoredEmail>[] => [
  {
    id: 'subject',
    label: t`Subject`,
    place: 'lead',
    cell: ({ id, subject }) => (
      <UnstyledButton className={classes.subject} onClick={() => onOpen(id)}>
        {subject}
      </UnstyledButton>
    ),
  },
  { id: 'to', label: t`Recipient`, cell: ({ to }) => to },
  { id: 'sent', label: t`Date`, cell: ({ sent_at }) => <Ago at={sent_at} /> },
]
