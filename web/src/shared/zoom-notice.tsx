import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Text } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'

import type { Schema } from '@/api/client'

import { Failure } from './query-view'
import { zoomErrors } from './zoom-errors'

type Props = {
  meeting: Schema<'MeetingProgress'> | undefined
  /** Whether the user can do something about it. */
  teaches: boolean
  /** Whether there is another room for people to meet in. */
  hasOther: boolean
  retry: UseMutationResult<unknown, Error, void>
}

/** What people need to know of a meeting at Zoom while it is not ready; why, and a way out, for its instructors. */
export function ZoomNotice({ meeting, teaches, hasOther, retry }: Props) {
  if (!meeting || meeting.state === 'ready') return null
  if (!teaches) {
    return meeting.state === 'preparing' && <Text size="sm">{t`The room is being prepared.`}</Text>
  }
  if (meeting.state === 'later') {
    return <Text size="sm">{t`The Zoom meeting is created 2 days before it begins.`}</Text>
  }
  const failed = meeting.state === 'failed'
  if (!failed && !meeting.error) return <Text size="sm">{t`The room is being prepared.`}</Text>
  return (
    <Alert
      color={failed ? 'red' : 'apricot'}
      title={failed ? t`The Zoom meeting couldn't be created` : t`The Zoom meeting isn't ready yet`}
    >
      {meeting.error && <Text size="sm">{t(zoomErrors[meeting.error])}</Text>}
      {meeting.detail && (
        <Text size="sm" lang="en">
          {meeting.detail}
        </Text>
      )}
      {failed && hasOther && <Text size="sm">{t`You meet in another room instead.`}</Text>}
      {retry.error && <Failure error={retry.error} />}
      <Button mt="sm" size="compact-sm" variant="default" loading={retry.isPending} onClick={() => retry.mutate()}>
        <Trans>Try again</Trans>
      </Button>
    </Alert>
  )
}
