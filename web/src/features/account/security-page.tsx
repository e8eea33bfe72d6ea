import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

import { PageTitle } from '@/shared/page-title'

import { ChangePassword } from './change-password'
import { SessionList } from './session-list'

/** What keeps an account its owner's: the password, what is asked for beside it, and where it is signed in. */
export function SecurityPage({ children }: { children?: ReactNode }) {
  return (
    <>
      <PageTitle title="Password and devices" />
      <Text c="dimmed" mt={4} mb="xl">
        What keeps your account yours.
      </Text>
      <Stack gap="xl">
        <ChangePassword />
        {children}
        <SessionList />
      </Stack>
    </>
  )
}
