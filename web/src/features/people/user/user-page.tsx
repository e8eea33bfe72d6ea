import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Group, Skeleton, Tabs, Text } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { instant } from '@/shared/format'
import { TextLink } from '@/shared/link'
import { PageTitle } from '@/shared/page-title'
import { QueryView } from '@/shared/query-view'
import { RoleBadges } from '@/shared/roles'
import { AccessHelp } from './access-help'
import { type UserDetail, userQuery } from './api'
import { ContactForm } from './contact-form'
import { EditForm } from './edit-form'
import { EventList } from './event-list'
import { ImpersonateDialog } from './impersonate-dialog'
import { StateBadges } from './labels'
import { Restore } from './restore'
import { RolesForm } from './roles-form'
import { StatusDialog } from './status-dialog'
import { EnrollmentList, Overview, SessionTable } from './user-facts'

export const userTabs = [
  'overview',
  'edit',
  'contact',
  'roles',
  'sessions',
  'activity',
  'security',
  'enrolments',
] as const
export type UserTab = (typeof userTabs)[number]

const labels: Record<UserTab, MessageDescriptor> = {
  overview: msg`Overview`,
  edit: msg`Name and email`,
  contact: msg`Contact`,
  roles: msg`Roles`,
  sessions: msg`Sessions`,
  activity: msg`Activity`,
  security: msg`Security log`,
  enrolments: msg`Enrolments`,
}

type Props = {
  id: string
  tab: UserTab
  onTab: (tab: UserTab) => void
  /** Actions of other features on the user. */
  actions: (user: UserDetail) => ReactNode
  /** Leaves the administration, calls `act`, from which on this tab shows what the user sees, and leads to their first page. */
  onLeave: (act: () => void) => Promise<void>
}

export function UserPage({ id, tab, onTab, actions, onLeave }: Props) {
  const user = useQuery(userQuery(id))
  return (
    <>
      <TextLink to="/admin/users" size="sm" mb="sm" display="inline-flex" style={{ gap: 6, alignItems: 'center' }}>
        <IconArrowLeft size={16} aria-hidden="true" /> <Trans>All users</Trans>
      </TextLink>
      <QueryView query={user} skeleton={<Skeleton height={360} radius="lg" />} isPage>
        {({ value, tag }) => (
          <>
            <Head user={value} tag={tag} actions={actions(value)} onLeave={onLeave} />
            <Faces user={value} tag={tag} tab={tab} onTab={onTab} />
          </>
        )}
      </QueryView>
    </>
  )
}

type OneProps = { user: UserDetail; tag: string }

function Head({ user, tag, actions, onLeave }: OneProps & Pick<Props, 'onLeave'> & { actions: ReactNode }) {
  const [open, setOpen] = useState<'switch' | 'act'>()
  const close = () => setOpen(undefined)
  const { full_name, email, roles, status, deletion_at } = user
  const erasedAt = deletion_at && instant(deletion_at)
  return (
    <>
      <Group justify="space-between" align="flex-start" gap="md" mb="lg">
        <div>
          <PageTitle title={full_name} />
          <Text c="dimmed" mt={4} mb="xs">
            {email}
          </Text>
          <Group gap={6}>
            <RoleBadges roles={roles} />
            <StateBadges user={user} />
          </Group>
        </div>
        <Group gap="sm">
          {status === 'active' && !roles.includes('admin') && (
            <Button variant="default" onClick={() => setOpen('act')}>
              <Trans>View as user</Trans>
            </Button>
          )}
          {status === 'active' && <AccessHelp user={user} />}
          {actions}
          <Button variant="default" onClick={() => setOpen('switch')}>
            {status === 'active' ? t`Deactivate` : t`Reactivate`}
          </Button>
        </Group>
      </Group>
      {erasedAt && (
        <Alert color="red" mb="md">
          {user.deletion_by === 'owner'
            ? t`This account will be erased on ${erasedAt}, as its owner requested. They can cancel that by signing in.`
            : t`This account will be erased on ${erasedAt}, as an administrator requested.`}
          <Restore user={user} />
        </Alert>
      )}
      {open === 'switch' && <StatusDialog user={user} tag={tag} onClose={close} />}
      {open === 'act' && <ImpersonateDialog user={user} onClose={close} onLeave={onLeave} />}
    </>
  )
}

function Faces({ user, tag, tab, onTab }: OneProps & { tab: UserTab; onTab: (tab: UserTab) => void }) {
  const shown: Record<UserTab, ReactNode> = {
    overview: <Overview user={user} />,
    edit: <EditForm user={user} tag={tag} />,
    contact: <ContactForm id={user.id} />,
    roles: <RolesForm user={user} tag={tag} />,
    sessions: <SessionTable user={user} />,
    activity: <EventList id={user.id} kind="activity" />,
    security: <EventList id={user.id} kind="security-log" />,
    enrolments: <EnrollmentList user={user} />,
  }
  const choose = (value: string | null) => {
    const next = userTabs.find((tab) => tab === value)
    if (next) onTab(next)
  }
  return (
    <Tabs value={tab} onChange={choose} keepMounted={false}>
      <Tabs.List mb="lg">
        {userTabs.map((each) => (
          <Tabs.Tab key={each} value={each}>
            {t(labels[each])}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {userTabs.map((each) => (
        <Tabs.Panel key={each} value={each}>
          {shown[each]}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
