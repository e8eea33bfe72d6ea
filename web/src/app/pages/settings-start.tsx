import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Group, Skeleton, Text, Title } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import type { Schema } from '@/api/client'
import { sessionsQuery } from '@/features/people/account/api'
import { preferencesQuery } from '@/features/people/notification/api'
import { type Profile, profileQuery } from '@/features/people/profile/api'
import { stateQuery } from '@/features/people/twofactor/state'
import { percent } from '@/shared/format'
import { PageHead } from '@/shared/page-head'
import { QueryView } from '@/shared/query-view'

import classes from './settings-start.module.css'

/** Where one's settings begin: each section with its state. */
export function SettingsStartRoute() {
  const profile = useQuery(profileQuery())
  const factors = useQuery(stateQuery())
  const sessions = useQuery(sessionsQuery())
  const preferences = useQuery(preferencesQuery())
  return (
    <>
      <PageHead title={t`Settings`} lead={t`Your profile, sign-in, notifications, payments and data.`} />
      <ul className={classes.list}>
        <Entry to="/settings/profile" title={t`Profile`}>
          <State query={profile}>{profileState}</State>
        </Entry>
        <Entry to="/settings/security" title={t`Password and devices`}>
          <State query={factors}>{factorState}</State>
          <State query={sessions}>
            {({ length }) => plural(length, { one: '# signed-in device', other: '# signed-in devices' })}
          </State>
        </Entry>
        <Entry to="/settings/notifications" title={t`Notifications`}>
          <State query={preferences}>{notificationState}</State>
        </Entry>
        <Entry to="/settings/payments" title={t`Payments and receipts`}>
          <Trans>What you have bought, with its receipts.</Trans>
        </Entry>
        <Entry to="/settings/data" title={t`Your data`}>
          <Trans>Export your data or delete your account.</Trans>
        </Entry>
      </ul>
    </>
  )
}

type EntryProps = {
  to: `/settings/${'profile' | 'security' | 'notifications' | 'payments' | 'data'}`
  title: string
  children: ReactNode
}

function Entry({ to, title, children }: EntryProps) {
  return (
    <li className={classes.entry}>
      <Title order={2} size="h4">
        <Link to={to} className={classes.link}>
          {title}
        </Link>
      </Title>
      <Text component="div" size="sm" c="dimmed" mt={6}>
        {children}
      </Text>
    </li>
  )
}

function State<T>({ query, children }: { query: UseQueryResult<T>; children: (data: T) => ReactNode }) {
  return (
    <QueryView query={query} skeleton={<Skeleton height={22} width={200} />}>
      {children}
    </QueryView>
  )
}

const profileState = ({ email, emailVerified, completeness }: Profile) => {
  const complete = percent(completeness.percent)
  return (
    <Group gap="xs">
      <span>{email}</span>
      <Badge variant="light" color={emailVerified ? 'evergreen' : 'apricot'}>
        {emailVerified ? t`Confirmed` : t`Not confirmed`}
      </Badge>
      <span>
        <Trans>{complete} complete</Trans>
      </span>
    </Group>
  )
}

const factorState = ({ authenticator, passkeys }: Schema<'TwoFactorState'>) => {
  const on = authenticator !== null || passkeys.length > 0
  return (
    <Group gap="xs">
      <Trans>Two-factor authentication</Trans>
      <Badge variant="light" color={on ? 'evergreen' : 'gray'}>
        {on ? t`On` : t`Off`}
      </Badge>
    </Group>
  )
}

const notificationState = ({ kinds }: Schema<'NotificationPreferences'>) => {
  const mailed = kinds.filter(({ mail }) => mail).length
  const all = kinds.length
  return t`Emails for ${mailed} of ${all} kinds of notifications`
}
