import { t } from '@lingui/core/macro'
import { Box } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { applicationsQuery } from '@/features/people/application/api'
import { invitationsQuery } from '@/features/people/invitation/api'
import { lockedQuery } from '@/features/people/lockout/api'
import { LockUser } from '@/features/people/lockout/lock-user'
import { userCountQuery } from '@/features/people/user/api'
import { DashboardView } from '@/features/site/report/dashboard'
import { Figure, Figures } from '@/shared/figures'
import { PageHead } from '@/shared/page-head'

const total = ({ pagination }: { pagination: { total_items: number } }) => pagination.total_items

/** What waits and has a tile above the list. */
const tiles = ['applications', 'locked_accounts']

/** What needs an administrator's attention, with links to the lists, and the figures of the school. */
export function AdminHomeRoute() {
  const waiting = useQuery({ ...applicationsQuery({ status: 'pending' }), select: total })
  const invited = useQuery({ ...invitationsQuery(), select: total })
  const locked = useQuery({ ...lockedQuery(), select: total })
  const users = useQuery(userCountQuery())
  return (
    <>
      <PageHead title={t`Administration`} lead={t`What needs your attention.`}>
        <LockUser />
      </PageHead>
      <Figures>
        <Figure
          to="/admin/applications"
          search={{ status: 'pending' }}
          label={t`Pending applications`}
          query={waiting}
          urgent
        />
        <Figure to="/admin/lockouts" label={t`Locked accounts`} query={locked} urgent />
        <Figure to="/admin/invitations" label={t`Open invitations`} query={invited} />
        <Figure to="/admin/users" label={t`Users`} query={users} />
      </Figures>
      <Box mt="xl">
        <DashboardView of="admin" without={tiles} />
      </Box>
    </>
  )
}
