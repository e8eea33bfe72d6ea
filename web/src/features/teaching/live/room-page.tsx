import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'

import { BuiltInRoom } from '@/shared/built-in-room'
import { ButtonLink } from '@/shared/link'

import { presenceQuery, sessionQuery, useLeave } from './api'

type Props = {
  sessionId: string
  /** Called when the user has left. */
  onLeft: () => void
}

/** The built-in room of a session, in which the time counts as attendance. */
export function RoomPage({ sessionId, onLeft }: Props) {
  const session = useQuery(sessionQuery(sessionId)).data
  return (
    <BuiltInRoom
      title={session?.session.title || session?.batch_name || t`Room`}
      lead={(time) => t`The session ends at ${time}. Keep this page open: the time counts as your attendance.`}
      presence={useQuery(presenceQuery(sessionId))}
      leave={useLeave(sessionId)}
      leaveLabel={t`Leave session`}
      onLeft={onLeft}
      about={
        <ButtonLink to="/sessions/$sessionId" params={{ sessionId }} variant="subtle" style={{ alignSelf: 'start' }}>
          <Trans>About this session</Trans>
        </ButtonLink>
      }
    />
  )
}
