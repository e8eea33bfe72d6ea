import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Text } from '@mantine/core'

import { Failure } from '@/shared/query-view'

import { type LiveSession, useRetryMeeting } from './api'
import { meetingErrors } from './labels'

/** What people need to know of the meeting of a session at Zoom while it is not ready; why, and a way out, for its instructors. */
export function MeetingNotice({ session: { session, teaches, meeting, provider } }: { session: LiveSession }) {
  const retry = useRetryMeeting(session.id)
  if (!meeting || meeting.state === 'ready') return null
  if (!teaches) {
    return meeting.state === 'preparing' && <Text size="sm">{t`The room is being prepared.`}</Text>
  }
  if (meeting.state === 'later') {
    return <Text size="sm">{t`The Zoom meeting is created 2 days before the session.`}</Text>
  }
  const failed = meeting.state === 'failed'
  if (!failed && !meeting.error) return <Text size="sm">{t`The room is being prepared.`}</Text>
  return (
    <Alert
      color={failed ? 'red' : 'apricot'}
      title={failed ? t`The Zoom meeting couldn't be created` : t`The Zoom meeting isn't ready yet`}
    >
      {meeting.error && <Text size="sm">{t(meetingErrors[meeting.error])}</Text>}
      {meeting.detail && (
        <Text size="sm" lang="en">
          {meeting.detail}
        </Text>
      )}
      {failed && provider !== 'zoom' && <Text size="sm">{t`The session meets in another room instead.`}</Text>}
      {retry.error && <Failure error={retry.error} />}
      <Button mt="sm" size="compact-sm" variant="default" loading={retry.isPending} onClick={() => retry.mutate()}>
        <Trans>Try again</Trans>
      </Button>
    </Alert>
  )
}
