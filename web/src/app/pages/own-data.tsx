import { t } from '@lingui/core/macro'
import { useNavigate } from '@tanstack/react-router'

import { session } from '@/api/client'
import { useAccount } from '@/features/people/account/api'
import { ChangeEmail } from '@/features/people/account/change-email'
import { DataPage } from '@/features/people/profile/data-page'
import { ProfilePage } from '@/features/people/profile/profile-page'
import { ReauthenticationProvider } from '@/features/people/twofactor/reauthentication'
import { useReauthentication } from '@/shared/reauthentication'
import { toast } from '@/shared/toasts'

export function OwnProfileRoute() {
  return (
    <ReauthenticationProvider>
      <OwnProfile />
    </ReauthenticationProvider>
  )
}

function OwnProfile() {
  const reauthenticated = useReauthentication()
  return <ProfilePage changeEmail={<ChangeEmail reauthenticated={reauthenticated} />} />
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
  const navigate = useNavigate()
  const left = async () => {
    await navigate({ to: '/' })
    session.end()
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
