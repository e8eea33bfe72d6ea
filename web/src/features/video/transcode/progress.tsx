import { t } from '@lingui/core/macro'
import { Progress as Bar, Text } from '@mantine/core'

import { percent, timeLeft } from '@/shared/format'

import { type Status, useStatus } from './api'
import { renditionLabel } from './labels'
import classes from './videos-page.module.css'

/** The progress of processing a video, by quality. */
export function Progress({ videoId, live }: { videoId: string; live: boolean }) {
  const { data: status } = useStatus(videoId, live)
  if (!status) return null
  return (
    <div>
      <Text size="sm" mt={6}>
        {sentence(status)}
      </Text>
      <ul className={classes.rungs} aria-label={t`Progress by quality`}>
        {status.renditions.map(({ name, status: state, progress, failureReason }) => (
          <li key={name} className={classes.rung} title={failureReason}>
            <span>{renditionLabel(name)}</span>
            <Bar
              value={progress}
              color={state === 'failed' ? 'red' : 'evergreen'}
              aria-label={`${renditionLabel(name)}: ${state}`}
            />
            <span>{state === 'failed' ? 'failed' : percent(progress)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function sentence({ progress, playable, queuePosition, estimatedSecondsLeft, waitingBecauseOf }: Status) {
  if (waitingBecauseOf) return waitingBecauseOf
  if (queuePosition > 0) return t`Waiting: ${queuePosition} before it`
  const left = estimatedSecondsLeft === null ? '' : `, ${timeLeft(estimatedSecondsLeft)}`
  return t`${percent(progress)} done${left}${playable ? '. It can be watched already.' : ''}`
}
