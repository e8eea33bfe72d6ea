import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, SimpleGrid } from '@mantine/core'

import { Or } from '@/shared/or'
import { Failure } from '@/shared/query-view'
import { roleNames } from '@/shared/roles'
import { useSchool } from '@/shared/school'

import { useSignIn } from './api'

/** One click for each account that the demo offers; nothing anywhere else. */
export function DemoAccounts({ onDone }: { onDone: () => void }) {
  const { demo_accounts: accounts } = useSchool()
  const signIn = useSignIn()
  if (accounts.length === 0) return null
  return (
    <>
      <Or>
        <Trans>or try the demo as</Trans>
      </Or>
      {signIn.error && <Failure error={signIn.error} />}
      <SimpleGrid cols={2} spacing="xs">
        {accounts.map(({ role, email, password }) => (
          <Button
            key={role}
            variant="default"
            loading={signIn.isPending && signIn.variables.email === email}
            disabled={signIn.isPending}
            onClick={() => signIn.mutate({ email, password }, { onSuccess: onDone })}
          >
            {t(roleNames[role])}
          </Button>
        ))}
      </SimpleGrid>
    </>
  )
}
