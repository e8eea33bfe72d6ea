import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'

import { BuiltInRoom } from '@/shared/built-in-room'
import { ButtonLink } from '@/shared/link'

import { meetingQuery, presenceQuery, useLeave } from './api'
import { titleOf } from './labels'

type Props = {
  meetingId: string
  /** Called when the user has left. */
  onLeft: () => void
}

/** The built-in room of a meeting. */
export function MeetingRoomPage({ meetingId, onLeft }: Props) {
  const meeting = useQuery(meetingQuery(meetingId)).data
  return (
    <BuiltInRoom
      title={meeting ? titleOf(meeting) : t`Room`}
      lead={(time) => t`The meeting ends at ${time}. While this page is open, others see that you are here.`}
      presence={useQuery(presenceQuery(meetingId))}
      leave={useLeave(meetingId)}
      leaveLabel={t`Leave meeting`}
      onLeft={onLeft}
      about={
        <ButtonLink to="/meetings/$meetingId" params={{ meetingId }} variant="subtle" style={{ alignSelf: 'start' }}>
          <Trans>About this meeting</Trans>
        </ButtonLink>
      }
    />
  )
}
