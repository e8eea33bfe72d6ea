import { useQuery } from '@tanstack/react-query'

import { SecurityPage } from '@/features/people/account/security-page'
import { ConnectedAccounts } from '@/features/people/identity/connected-accounts'
import { PolicyPage } from '@/features/people/twofactor/policy-page'
import { ReauthenticationProvider } from '@/features/people/twofactor/reauthentication'
import { stateQuery } from '@/features/people/twofactor/state'
import { TwoFactorSection } from '@/features/people/twofactor/two-factor-section'
import { useReauthentication } from '@/shared/reauthentication'

export function SecurityRoute() {
  const { data, error } = useQuery(stateQuery())
  return (
    <SecurityPage hasPassword={data?.hasPassword ?? (error ? true : undefined)}>
      <ReauthenticationProvider>
        <TwoFactorSection />
        <Connected />
      </ReauthenticationProvider>
    </SecurityPage>
  )
}

function Connected() {
  return <ConnectedAccounts reauthenticated={useReauthentication()} />
}

export function PolicyRoute() {
  return (
    <ReauthenticationProvider>
      <PolicyPage />
    </ReauthenticationProvider>
  )
}
