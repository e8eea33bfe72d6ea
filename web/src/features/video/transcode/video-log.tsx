import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { ago, instant } from '@/shared/format'
import { QueryView } from '@/shared/query-view'

import { logsQuery } from './api'
import classes from './video-log.module.css'

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
          <Trans>Nothing has happened yet.</Trans>
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
                · {entry.step} · {entry.level}
              </Text>
              <Text size="sm">{entry.message}</Text>
              {entry.detail && <pre className={classes.detail}>{entry.detail}</pre>}
            </li>
          ))}
        </ol>
      )}
    </QueryView>
  )
}
