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
      Invite a user
    </Button>
  )

  return (
    <>
      <PageHead
        title="Invitations"
        lead="An email leads its reader to an account with these roles. It is good for seven days."
      >
        {invite}
      </PageHead>
      <QueryView
        query={invitations}
        skeleton={<Rows />}
        isEmpty={({ items }) => items.length === 0}
        empty={<Empty title="No open invitations">Those that were accepted or are too old do not show here.</Empty>}
      >
        {({ items, pagination }) => (
          <>
            <DataTable label="Open invitations" columns={columnsOf(setEnding)} rows={items} idOf={({ id }) => id} />
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
    label: 'Email',
    place: 'lead',
    cell: ({ email }) => <Text fw={600}>{email}</Text>,
  },
  { id: 'roles', label: 'Roles', cell: ({ roles }) => <RoleBadges roles={roles} /> },
  { id: 'sent', label: 'Sent', cell: ({ created_at }) => <Ago at={created_at} /> },
  {
    id: 'ends',
    label: 'Good until',
    cell: ({ expires_at }) => <Moment at={expires_at} />,
  },
  {
    id: 'act',
    label: 'What to do',
    place: 'end',
    cell: (invitation) => <Actions invitation={invitation} onEnd={() => onEnd(invitation)} />,
  },
]

function Actions({ invitation: { id, email }, onEnd }: { invitation: Invitation; onEnd: () => void }) {
  const again = useInviteAgain()
  const resend = () =>
    again.mutate(id, {
      onSuccess: () => toast(`Another email to ${email} is on its way.`),
      onError: (error) => toast(error.message),
    })
  return (
    <Group gap="xs" wrap="nowrap">
      <Button variant="light" loading={again.isPending} onClick={resend} aria-label={`Send again to ${email}`}>
        Send again
      </Button>
      <Button variant="default" onClick={onEnd} aria-label={`Take back the invitation of ${email}`}>
        Take back
      </Button>
    </Group>
  )
}

function EndDialog({ invitation: { id, email }, onClose }: { invitation: Invitation; onClose: () => void }) {
  const end = useUninvite()
  return (
    <Confirm
      title="Take this invitation back?"
      text={`The link that was sent to ${email} leads nowhere then.`}
      action="Take back"
      danger
      onConfirm={() =>
        end.mutate(id, {
          onSuccess: () => {
            onClose()
            toast(`The invitation of ${email} is taken back.`)
          },
        })
      }
      onClose={onClose}
      pending={end.isPending}
      error={end.error}
    />
  )
}
