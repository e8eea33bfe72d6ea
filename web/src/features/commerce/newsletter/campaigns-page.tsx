import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Button, NativeSelect, TextInput } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { fieldErrors } from '@/api/client'
import { allItems } from '@/shared/cursor-pages'
import { type Column, DataTable } from '@/shared/data-table'
import { Empty } from '@/shared/empty'
import { FormDialog } from '@/shared/form-dialog'
import { decimal } from '@/shared/format'
import { ButtonLink, TextLink } from '@/shared/link'
import { Moment } from '@/shared/moment'
import { PageHead } from '@/shared/page-head'
import { MoreButton } from '@/shared/pages'
import { QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'

import { campaignStatuses } from './labels'
import { type Campaign, campaignsQuery, listsQuery, useWriteCampaign } from './staff-api'

type Props = { onWritten: (id: string) => void }

/** The campaigns of the newsletter, newest first, for administrators. */
export function CampaignsPage({ onWritten }: Props) {
  const [writing, setWriting] = useState(false)
  const campaigns = useInfiniteQuery(campaignsQuery)
  return (
    <>
      <PageHead title={t`Newsletter`} lead={t`Emails to everyone who has subscribed to a list and confirmed it.`}>
        <ButtonLink to="/admin/newsletter/subscribers" variant="default">
          <Trans>Subscribers</Trans>
        </ButtonLink>
        <Button onClick={() => setWriting(true)}>
          <Trans>Write campaign</Trans>
        </Button>
      </PageHead>
      <QueryView
        query={campaigns}
        skeleton={<Rows height={56} />}
        isEmpty={(data) => allItems(data).length === 0}
        empty={
          <Empty title={t`No campaigns yet`}>
            <Trans>Write a campaign, send it to yourself, then to your subscribers.</Trans>
          </Empty>
        }
      >
        {(data) => (
          <>
            <DataTable label={t`Campaigns`} columns={columns()} rows={allItems(data)} idOf={({ id }) => id} />
            <MoreButton query={campaigns} />
          </>
        )}
      </QueryView>
      {writing && <NewCampaignDialog onClose={() => setWriting(false)} onWritten={onWritten} />}
    </>
  )
}

export const statusColour = (status: Campaign['status']) =>
  status === 'sent' ? 'evergreen' : status === 'paused' ? 'orange' : status === 'draft' ? 'gray' : 'school'

const columns = (): Column<Campaign>[] => [
  {
    id: 'subject',
    label: t`Subject`,
    place: 'lead',
    cell: ({ id, subject }) => (
      <TextLink to="/admin/newsletter/$campaignId" params={{ campaignId: id }}>
        {subject}
      </TextLink>
    ),
  },
  { id: 'list', label: t({ message: 'List', context: 'newsletter' }), cell: ({ list_name }) => list_name },
  {
    id: 'status',
    label: t`Status`,
    cell: ({ status }) => (
      <Badge variant="light" color={statusColour(status)} tt="none">
        {t(campaignStatuses[status])}
      </Badge>
    ),
  },
  {
    id: 'at',
    label: t({ message: 'Send time', context: 'newsletter' }),
    cell: ({ send_at, started_at }) => {
      const at = started_at ?? send_at
      return at ? <Moment at={at} /> : null
    },
  },
  { id: 'sent', label: t({ message: 'Emails sent', context: 'newsletter' }), cell: ({ sent }) => decimal(sent) },
  { id: 'unsubscribed', label: t`Unsubscribed`, cell: ({ unsubscribed }) => decimal(unsubscribed) },
]

function NewCampaignDialog({ onClose, onWritten }: Props & { onClose: () => void }) {
  const lists = useQuery(listsQuery)
  const write = useWriteCampaign()
  const [subject, setSubject] = useState('')
  const [list, setList] = useState('')
  const errors = fieldErrors(write.error)
  const open = (lists.data ?? []).filter(({ archived }) => !archived)
  return (
    <FormDialog
      title={t`Write campaign`}
      submit={t`Write campaign`}
      onClose={onClose}
      mutation={write}
      fields={['subject', 'list_id']}
      onSubmit={() =>
        write.mutate(
          { subject, list_id: list || (open[0]?.id ?? ''), body: '' },
          { onSuccess: ({ id }) => onWritten(id) },
        )
      }
    >
      <TextInput
        required
        label={t`Subject`}
        maxLength={150}
        value={subject}
        error={errors.subject}
        onChange={({ currentTarget: { value } }) => setSubject(value)}
      />
      <NativeSelect
        label={t({ message: 'List', context: 'newsletter' })}
        value={list}
        error={errors.list_id}
        data={open.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={({ currentTarget: { value } }) => setList(value)}
      />
    </FormDialog>
  )
}
