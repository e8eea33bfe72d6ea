import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Skeleton, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

import { PageTitle } from '@/shared/page-title'

import { ChangePassword } from './change-password'
import { SecurityLog } from './security-log'
import { SessionList } from './session-list'
import { SetPassword } from './set-password'

type Props = {
  /** Undefined while loading. */
  hasPassword: boolean | undefined
  children?: ReactNode
}

/** What protects the account: the password, second factors, and the list of sessions. */
export function SecurityPage({ hasPassword, children }: Props) {
  return (
    <>
      <PageTitle title={t`Password and devices`} />
      <Text c="dimmed" mt={4} mb="xl">
        <Trans>Manage how you sign in and where you are signed in.</Trans>
      </Text>
      <Stack gap="xl">
        {hasPassword === undefined ? <Skeleton height={420} /> : hasPassword ? <ChangePassword /> : <SetPassword />}
        {children}
        <SessionList />
        <SecurityLog />
      </Stack>
    </>
  )
}
