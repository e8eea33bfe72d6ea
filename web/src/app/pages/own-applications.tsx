import { useAccount } from '@/features/account/api'
import { OwnApplicationsPage } from '@/features/application/own-applications-page'

export function OwnApplicationsRoute() {
  const account = useAccount()
  return account && <OwnApplicationsPage roles={account.roles} />
}
