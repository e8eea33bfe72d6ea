import { useNavigate } from '@tanstack/react-router'

import { session } from '@/api/client'
import { useAccount } from '@/features/people/account/api'
import { ChangeEmail } from '@/features/people/account/change-email'
import { DataPage } from '@/features/people/profile/data-page'
import { ProfilePage } from '@/features/people/profile/profile-page'
import { ConfirmIdentity, useConfirmed } from '@/features/people/twofactor/confirm-identity'
import { toast } from '@/shared/toasts'

export function OwnProfileRoute() {
  return (
    <ConfirmIdentity>
      <OwnProfile />
    </ConfirmIdentity>
  )
}

function OwnProfile() {
  const confirmed = useConfirmed()
  return <ProfilePage changeEmail={<ChangeEmail confirmed={confirmed} />} />
}

export function OwnDataRoute() {
  return (
    <ConfirmIdentity>
      <OwnData />
    </ConfirmIdentity>
  )
}

/** One's data; who leaves is signed out here too. */
function OwnData() {
  const account = useAccount()
  const confirmed = useConfirmed()
  const navigate = useNavigate()
  const left = async () => {
    await navigate({ to: '/' })
    session.end()
    toast('Your account is closed. A letter tells you the rest.')
  }
  return account && <DataPage email={account.user.email} confirmed={confirmed} onLeft={() => void left()} />
}
