import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'

import { Failure } from '@/shared/query-view'
import { toast } from '@/shared/toasts'
import { sessionTime } from '@/shared/wall-time'

import type { Batch, ClassSession } from './api'
import { CancelSession } from './cancel-session'
import { ChangeClassroom } from './change-classroom'
import { MoveSession } from './move-session'
import { useRestoreSession } from './sessions-api'
import { SubstituteSession } from './substitute-session'

type Props = { batch: Batch; session: ClassSession }

/** What instructors can do about a session that is ahead. */
export function SessionActions({ batch, session }: Props) {
  const [dialog, setDialog] = useState<'move' | 'instructor' | 'classroom' | 'cancel'>()
  const restore = useRestoreSession(batch.id, session.id)
  const when = sessionTime(session, session.timezone).there
  const close = () => setDialog(undefined)
  if (Date.parse(session.starts_at) <= Date.now()) return null
  return (
    <div>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="subtle" px="xs" loading={restore.isPending} aria-label={t`Actions for ${when}`}>
            <IconDots size={20} aria-hidden />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {session.status === 'cancelled' ? (
            <Menu.Item onClick={() => restore.mutate(undefined, { onSuccess: () => toast(t`Session restored.`) })}>
              <Trans>Restore session</Trans>
            </Menu.Item>
          ) : (
            <>
              <Menu.Item onClick={() => setDialog('move')}>
                <Trans>Move or edit</Trans>
              </Menu.Item>
              <Menu.Item onClick={() => setDialog('instructor')}>
                <Trans>Change instructor</Trans>
              </Menu.Item>
              <Menu.Item onClick={() => setDialog('classroom')}>
                <Trans>Change classroom</Trans>
              </Menu.Item>
              <Menu.Item color="red" onClick={() => setDialog('cancel')}>
                <Trans>Cancel session</Trans>
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {restore.error && <Failure error={restore.error} />}
      {dialog === 'move' && <MoveSession batchId={batch.id} session={session} onClose={close} />}
      {dialog === 'instructor' && <SubstituteSession batch={batch} session={session} onClose={close} />}
      {dialog === 'classroom' && <ChangeClassroom batch={batch} session={session} onClose={close} />}
      {dialog === 'cancel' && <CancelSession batchId={batch.id} session={session} onClose={close} />}
    </div>
  )
}
