import { useAccount } from '@/features/people/account/api'
import { OwnApplicationsPage } from '@/features/people/application/own-applications-page'

export function OwnApplicationsRoute() {
  const account = useAccount()
  return account && <OwnApplicationsPage roles={account.roles} />
}
