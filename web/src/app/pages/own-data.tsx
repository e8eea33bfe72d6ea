import { t } from '@lingui/core/macro'

import { session } from '@/api/client'
import { OwnCompanies } from '@/features/commerce/company/own-companies'
import { useAccount } from '@/features/people/account/api'
import { ChangeEmail } from '@/features/people/account/change-email'
import { DataPage } from '@/features/people/profile/data-page'
import { ProfilePage } from '@/features/people/profile/profile-page'
import { ReauthenticationProvider } from '@/features/people/twofactor/reauthentication'
import { useReauthentication } from '@/shared/reauthentication'
import { toast } from '@/shared/toasts'

import { useLeave } from '../use-leave'

export function OwnProfileRoute() {
  return (
    <ReauthenticationProvider>
      <OwnProfile />
    </ReauthenticationProvider>
  )
}

function OwnProfile() {
  const reauthenticated = useReauthentication()
  const account = useAccount()
  return (
    <>
      <ProfilePage changeEmail={<ChangeEmail reauthenticated={reauthenticated} />} />
      {account && <OwnCompanies userId={account.user.id} />}
    </>
  )
}

export function OwnDataRoute() {
  return (
    <ReauthenticationProvider>
      <OwnData />
    </ReauthenticationProvider>
  )
}

/** One's data; who leaves is signed out here too. */
function OwnData() {
  const account = useAccount()
  const reauthenticated = useReauthentication()
  const leave = useLeave()
  const left = async () => {
    await leave(() => session.end())
    toast(t`Your account is closed. Check your inbox for the details.`)
  }
  return (
    account && (
      <DataPage
        email={account.user.email}
        isActing={account.acting !== undefined}
        reauthenticated={reauthenticated}
        onLeft={() => void left()}
      />
    )
  )
}
