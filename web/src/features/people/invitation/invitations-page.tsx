import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'
import { IconMailPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { Ago } from '@/shared/ago'
import { Confirm } from '@/shared/confirm'
import { type Column, DataTable } from '@/shared/data-table'
import { Empty } from '@/shared/empty'
import { Moment } from '@/shared/moment'
import { PageHead } from '@/shared/page-head'
import { Pages } from '@/shared/pages'
import { QueryView } from '@/shared/query-view'
import { RoleBadges } from '@/shared/roles'
import { Rows } from '@/shared/rows'
import { toast } from '@/shared/toasts'

import { type Invitation, invitationsQuery, useInviteAgain, useUninvite } from './api'
import { InviteDialog } from './invite-dialog'

type Props = { page: number; onPage: (page: number) => void }

/** Pending invitations. */
export function InvitationsPage({ page, onPage }: Props) {
  const invitations = useQuery(invitationsQuery(page))
  const [inviting, setInviting] = useState(false)
  const [ending, setEnding] = useState<Invitation>()
  const invite = (
    <Button leftSection={<IconMailPlus size={18} />} onClick={() => setInviting(true)}>
      <Trans>Invite a user</Trans>
    </Button>
  )

  return (
    <>
      <PageHead
        title={t`Invitations`}
        lead={t`An email leads its reader to an account with these roles. It is good for seven days.`}
      >
        {invite}
      </PageHead>
      <QueryView
        query={invitations}
        skeleton={<Rows />}
        isEmpty={({ items }) => items.length === 0}
        empty={
          <Empty title={t`No open invitations`}>
            <Trans>Those that were accepted or are too old do not show here.</Trans>
          </Empty>
        }
      >
        {({ items, pagination }) => (
          <>
            <DataTable label={t`Open invitations`} columns={columnsOf(setEnding)} rows={items} idOf={({ id }) => id} />
            <Pages pagination={pagination} onPage={onPage} />
          </>
        )}
      </QueryView>
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
      {ending && <EndDialog invitation={ending} onClose={() => setEnding(undefined)} />}
    </>
  )
}

const columnsOf = (onEnd: (invitation: Invitation) => void): Column<Invitation>[] => [
  {
    id: 'email',
    label: t`Email`,
    place: 'lead',
    cell: ({ email }) => <Text fw={600}>{email}</Text>,
  },
  { id: 'roles', label: t`Roles`, cell: ({ roles }) => <RoleBadges roles={roles} /> },
  { id: 'sent', label: t`Sent`, cell: ({ created_at }) => <Ago at={created_at} /> },
  {
    id: 'ends',
    label: t`Good until`,
    cell: ({ expires_at }) => <Moment at={expires_at} />,
  },
  {
    id: 'act',
    label: t`What to do`,
    place: 'end',
    cell: (invitation) => <Actions invitation={invitation} onEnd={() => onEnd(invitation)} />,
  },
]

function Actions({ invitation: { id, email }, onEnd }: { invitation: Invitation; onEnd: () => void }) {
  const again = useInviteAgain()
  const resend = () =>
    again.mutate(id, {
      onSuccess: () => toast(t`Another email to ${email} is on its way.`),
      onError: (error) => toast(error.message),
    })
  return (
    <Group gap="xs" wrap="nowrap">
      <Button variant="light" loading={again.isPending} onClick={resend} aria-label={t`Send again to ${email}`}>
        <Trans>Send again</Trans>
      </Button>
      <Button variant="default" onClick={onEnd} aria-label={t`Take back the invitation of ${email}`}>
        <Trans>Take back</Trans>
      </Button>
    </Group>
  )
}

function EndDialog({ invitation: { id, email }, onClose }: { invitation: Invitation; onClose: () => void }) {
  const end = useUninvite()
  return (
    <Confirm
      title={t`Take this invitation back?`}
      text={t`The link that was sent to ${email} leads nowhere then.`}
      action={t`Take back`}
      danger
      onConfirm={() =>
        end.mutate(id, {
          onSuccess: () => {
            onClose()
            toast(t`The invitation of ${email} is taken back.`)
          },
        })
      }
      onClose={onClose}
      pending={end.isPending}
      error={end.error}
    />
  )
}
