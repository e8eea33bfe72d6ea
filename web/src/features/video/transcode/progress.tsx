import { i18n } from '@lingui/core'
import { plural, t } from '@lingui/core/macro'
import { Progress as Bar, Text } from '@mantine/core'

import { percent, timeLeft } from '@/shared/format'

import { type Status, useStatus } from './api'
import { renditionLabel, statuses } from './labels'
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
          <li key={name} className={classes.rung} title={i18n.locale === 'en' ? failureReason : undefined}>
            <span>{renditionLabel(name)}</span>
            <Bar
              value={progress}
              color={state === 'failed' ? 'red' : 'evergreen'}
              aria-label={`${renditionLabel(name)}: ${t(statuses[state].label)}`}
            />
            <span>{state === 'failed' ? t(statuses.failed.label) : percent(progress)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function sentence({ progress, playable, queuePosition, estimatedSecondsLeft, waitingBecauseOf }: Status) {
  if (waitingBecauseOf) return t`Paused because a service or disk space is missing. Processing continues by itself.`
  if (queuePosition > 0)
    return plural(queuePosition, { one: 'Waiting behind # other video', other: 'Waiting behind # other videos' })
  const done = percent(progress)
  if (estimatedSecondsLeft === null)
    return playable ? t`${done} complete. You can already watch it.` : t`${done} complete`
  const left = timeLeft(estimatedSecondsLeft)
  return playable ? t`${done} complete, ${left}. You can already watch it.` : t`${done} complete, ${left}`
}
