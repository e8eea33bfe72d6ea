import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconLockOpen } from '@tabler/icons-react'
import { useState } from 'react'

import { PageHead } from '@/shared/page-head'

import { LockUser } from './lock-user'
import { LockedTable } from './locked-table'
import { type Span, StatsPanel } from './stats-panel'
import { UnlockAllDialog } from './unlock-dialog'

/** What is shown, kept in the URL. */
export type LockoutsView = { page?: number; days?: Span }

type Props = { view: LockoutsView; onView: (view: LockoutsView) => void }

/** The users who are locked out, and statistics. */
export function LockoutsPage({ view, onView }: Props) {
  const [unlockingAll, setUnlockingAll] = useState(false)
  return (
    <>
      <PageHead title={t`Lockouts`} lead={t`Accounts locked after failed attempts or by an administrator.`}>
        <LockUser />
        <Button variant="default" leftSection={<IconLockOpen size={18} />} onClick={() => setUnlockingAll(true)}>
          <Trans>Unlock all</Trans>
        </Button>
      </PageHead>
      <LockedTable page={view.page ?? 1} onPage={(page) => onView({ ...view, page })} />
      <StatsPanel days={view.days ?? 30} onDays={(days) => onView({ ...view, days })} />
      {unlockingAll && <UnlockAllDialog onClose={() => setUnlockingAll(false)} />}
    </>
  )
}
