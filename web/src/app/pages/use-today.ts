import { useQuery } from '@tanstack/react-query'

import { useAccount } from '@/features/people/account/api'
import { todayQuery } from '@/features/site/report/api'
import type { Role } from '@/shared/roles'

/**
 * What waits for the user in a role. Nothing for those who open the page of a role without having it, as administrators do:
 * the server answers them with 404.
 */
export function useToday(role: Role) {
  const roles = useAccount()?.roles
  const holds = roles?.includes(role)
  const today = useQuery({ ...todayQuery(role), enabled: holds === true })
  return { items: today.data ?? [], holds, isPending: roles === undefined || (holds && today.isPending) }
}
