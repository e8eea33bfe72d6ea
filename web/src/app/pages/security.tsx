import { useQuery } from '@tanstack/react-query'

import { SecurityPage } from '@/features/people/account/security-page'
import { ConnectedAccounts } from '@/features/people/identity/connected-accounts'
import { ConfirmIdentity, useConfirmed } from '@/features/people/twofactor/confirm-identity'
import { PolicyPage } from '@/features/people/twofactor/policy-page'
import { stateQuery } from '@/features/people/twofactor/state'
import { TwoFactorSection } from '@/features/people/twofactor/two-factor-section'

export function SecurityRoute() {
  const { data, error } = useQuery(stateQuery())
  return (
    <SecurityPage hasPassword={data?.hasPassword ?? (error ? true : undefined)}>
      <ConfirmIdentity>
        <TwoFactorSection />
        <Connected />
      </ConfirmIdentity>
    </SecurityPage>
  )
}

function Connected() {
  return <ConnectedAccounts confirmed={useConfirmed()} />
}

export function PolicyRoute() {
  return (
    <ConfirmIdentity>
      <PolicyPage />
    </ConfirmIdentity>
  )
}
