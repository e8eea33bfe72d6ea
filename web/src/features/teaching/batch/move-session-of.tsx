import { t } from '@lingui/core/macro'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'

import { Dialog } from '@/shared/dialog'
import { QueryView } from '@/shared/query-view'

import { MoveSession } from './move-session'
import { sessionQuery } from './sessions-api'

type Props = Omit<ComponentProps<typeof MoveSession>, 'session'> & { sessionId: string }

/** Moves a session of which only the id is known. */
export function MoveSessionOf({ sessionId, ...rest }: Props) {
  const session = useQuery(sessionQuery(rest.batchId, sessionId))
  if (session.data) return <MoveSession session={session.data.value} {...rest} />
  return (
    <Dialog title={t`Move or edit session`} onClose={rest.onClose}>
      <QueryView query={session} skeleton={<Skeleton height={420} />}>
        {() => null}
      </QueryView>
    </Dialog>
  )
}
