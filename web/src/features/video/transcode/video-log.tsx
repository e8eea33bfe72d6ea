import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { keptText } from '@/api/problem-text'
import { ago, instant } from '@/shared/format'
import { QueryView } from '@/shared/query-view'

import { type LogEntry, logsQuery } from './api'
import classes from './video-log.module.css'

const levels: Record<LogEntry['level'], MessageDescriptor> = {
  info: msg`Info`,
  warning: msg`Warning`,
  error: msg`Error`,
}

const steps: Record<string, MessageDescriptor> = {
  upload: msg`Upload`,
  probe: msg`Analysis of the file`,
  piece: msg`Picture`,
  audio: msg`Audio`,
  images: msg`Poster and thumbnails`,
  publish: msg`Publishing`,
}

function stepName(step: string) {
  const name = steps[step]
  return name ? t(name) : step
}

/** The history of a video, newest first, with the tool's last output for failures. */
export function VideoLog({ videoId }: { videoId: string }) {
  const logs = useQuery(logsQuery(videoId))
  return (
    <QueryView
      query={logs}
      skeleton={<Skeleton height={160} />}
      isEmpty={(d) => d.items.length === 0}
      empty={
        <Text c="dimmed">
          <Trans>No events yet. The log starts when the upload is complete.</Trans>
        </Text>
      }
    >
      {({ items }) => (
        <ol className={classes.list} aria-label={t`Log`}>
          {items.map((entry) => (
            <li key={entry.id} data-level={entry.level}>
              <Text size="xs" c="dimmed">
                <time dateTime={entry.createdAt} title={instant(entry.createdAt)}>
                  {ago(entry.createdAt)}
                </time>{' '}
                · {stepName(entry.step)} · {t(levels[entry.level])}
              </Text>
              <Text size="sm">{keptText(entry.message)}</Text>
              {entry.detail && (
                <pre lang="en" className={classes.detail}>
                  {entry.detail}
                </pre>
              )}
            </li>
          ))}
        </ol>
      )}
    </QueryView>
  )
}
