import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import '@mantine/core/styles/Avatar.layer.css'

import { Avatar, Menu, type MenuItemProps, Text, UnstyledButton } from '@mantine/core'
import {
  IconBookmark,
  IconLock,
  IconLogout,
  IconMessageReport,
  IconMovie,
  IconSettings,
  IconUserCircle,
  IconUserUp,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createLink, Link } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'

import type { Schema } from '@/api/client'
import { useSignOut } from '@/features/people/account/api'
import { publicProfileQuery } from '@/features/people/profile/api'
import { initials, list } from '@/shared/format'
import { roleNames } from '@/shared/roles'

import { useLeave } from '../use-leave'

/** The signed-in user, and Sign out. */
export default function AccountMenu({ account }: { account: Schema<'Permissions'> }) {
  const { user, roles, must_accept_terms } = account
  const name = user.full_name
  const signOut = useSignOut()
  // Initials are shown until it is loaded, and to users who must accept terms first: they get nothing else.
  const face = useQuery({ ...publicProfileQuery(), enabled: !must_accept_terms })
  const leave = useLeave()

  return (
    <Menu position="bottom-end" shadow="md" radius="lg" width={240}>
      <Menu.Target>
        <UnstyledButton aria-label={t`Account of ${name}`} style={{ borderRadius: 99, padding: 3 }}>
          <Avatar src={face.data?.avatar?.small ?? null} alt="" color="school" variant="light" size={38}>
            {initials(name)}
          </Avatar>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text component="span" display="block" fw={600} c="var(--ink)">
            {name}
          </Text>
          <Text component="span" display="block" size="sm">
            {user.email}
          </Text>
          <Text component="span" display="block" size="xs" mt={4}>
            {list(roles.map((role) => t(roleNames[role])))}
          </Text>
        </Menu.Label>
        <Menu.Divider />
        <MenuLink to="/app/courses" search={{ show: 'saved' }} leftSection={<IconBookmark size={18} />}>
          <Trans>Saved courses</Trans>
        </MenuLink>
        <Menu.Item component={Link} to="/recordings" leftSection={<IconMovie size={18} />}>
          <Trans>Recordings</Trans>
        </Menu.Item>
        <Menu.Item component={Link} to="/settings" leftSection={<IconSettings size={18} />}>
          <Trans>Settings</Trans>
        </Menu.Item>
        <Menu.Item component={Link} to="/settings/profile" leftSection={<IconUserCircle size={18} />}>
          <Trans>Profile</Trans>
        </Menu.Item>
        <Menu.Item component={Link} to="/settings/security" leftSection={<IconLock size={18} />}>
          <Trans>Password and devices</Trans>
        </Menu.Item>
        <Menu.Item component={Link} to="/complaints" leftSection={<IconMessageReport size={18} />}>
          <Trans>Complaints</Trans>
        </Menu.Item>
        <Menu.Item component={Link} to="/applications" leftSection={<IconUserUp size={18} />}>
          <Trans>Apply to teach or train a team</Trans>
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={18} />} onClick={() => void leave(signOut.mutate)}>
          <Trans>Sign out</Trans>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** An entry of the menu whose link has a query. */
const MenuLink = createLink((props: MenuItemProps & Omit<ComponentPropsWithRef<'a'>, keyof MenuItemProps>) => (
  <Menu.Item component="a" {...props} />
))
