import { SecurityPage } from '@/features/account/security-page'
import { ConnectedAccounts } from '@/features/identity/connected-accounts'
import { ConfirmIdentity, useConfirmed } from '@/features/twofactor/confirm-identity'
import { PolicyPage } from '@/features/twofactor/policy-page'
import { TwoFactorSection } from '@/features/twofactor/two-factor-section'

export function SecurityRoute() {
  return (
    <SecurityPage>
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
