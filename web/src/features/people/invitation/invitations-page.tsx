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
      <Trans>Invite user</Trans>
    </Button>
  )

  return (
    <>
      <PageHead
        title={t`Invitations`}
        lead={t`Invite people by email to create an account with the roles you choose. Invitations are valid for 7 days.`}
      >
        {invite}
      </PageHead>
      <QueryView
        query={invitations}
        skeleton={<Rows />}
        isEmpty={({ items }) => items.length === 0}
        empty={
          <Empty title={t`No open invitations`}>
            <Trans>Invitations are listed here until they are accepted or expire.</Trans>
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
    label: t`Valid until`,
    cell: ({ expires_at }) => <Moment at={expires_at} />,
  },
  {
    id: 'act',
    label: t`Actions`,
    place: 'end',
    cell: (invitation) => <Actions invitation={invitation} onEnd={() => onEnd(invitation)} />,
  },
]

function Actions({ invitation: { id, email }, onEnd }: { invitation: Invitation; onEnd: () => void }) {
  const again = useInviteAgain()
  const resend = () =>
    again.mutate(id, {
      onSuccess: () => toast(t`Invitation sent again to ${email}.`),
      onError: (error) => toast(error.message),
    })
  return (
    <Group gap="xs" wrap="nowrap">
      <Button variant="light" loading={again.isPending} onClick={resend} aria-label={t`Resend invitation to ${email}`}>
        <Trans>Resend</Trans>
      </Button>
      <Button variant="default" onClick={onEnd} aria-label={t`Withdraw invitation to ${email}`}>
        <Trans>Withdraw</Trans>
      </Button>
    </Group>
  )
}

function EndDialog({ invitation: { id, email }, onClose }: { invitation: Invitation; onClose: () => void }) {
  const end = useUninvite()
  return (
    <Confirm
      title={t`Withdraw invitation?`}
      text={t`The link sent to ${email} will stop working.`}
      action={t`Withdraw`}
      danger
      onConfirm={() =>
        end.mutate(id, {
          onSuccess: () => {
            onClose()
            toast(t`Invitation to ${email} withdrawn.`)
          },
        })
      }
      onClose={onClose}
      pending={end.isPending}
      error={end.error}
    />
  )
}
