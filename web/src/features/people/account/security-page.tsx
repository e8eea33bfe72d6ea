import { Skeleton, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

import { PageTitle } from '@/shared/page-title'

import { ChangePassword } from './change-password'
import { SecurityLog } from './security-log'
import { SessionList } from './session-list'
import { SetPassword } from './set-password'

type Props = {
  /** Undefined until it is known. */
  hasPassword: boolean | undefined
  children?: ReactNode
}

/** What keeps an account its owner's: the password, what is asked for beside it, and where it is signed in. */
export function SecurityPage({ hasPassword, children }: Props) {
  return (
    <>
      <PageTitle title="Password and devices" />
      <Text c="dimmed" mt={4} mb="xl">
        What keeps your account yours.
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
