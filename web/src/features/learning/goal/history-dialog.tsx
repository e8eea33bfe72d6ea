import { t } from '@lingui/core/macro'
import { Skeleton, Stack, Text, Timeline } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { Dialog, DialogActions } from '@/shared/dialog'
import { dated } from '@/shared/format'
import { Moment } from '@/shared/moment'
import { QueryView } from '@/shared/query-view'

import { type Goal, historyQuery } from './api'
import { happened, reached } from './words'

/** What has become of a goal so far. */
export function HistoryDialog({ goal, onClose }: { goal: Goal; onClose: () => void }) {
  const history = useQuery(historyQuery(goal.id))
  return (
    <Dialog title={t`History of the goal`} onClose={onClose} closeLabel={t`Close`}>
      <QueryView query={history} skeleton={<Skeleton height={200} />}>
        {({ events, weeks }) => (
          <>
            <Timeline bulletSize={14} lineWidth={2}>
              {events.map((event) => (
                <Timeline.Item key={`${event.at} ${event.kind} ${event.after}`}>
                  <Text size="sm">{happened(event, goal)}</Text>
                  <Text size="xs" c="dimmed">
                    <Moment at={event.at} />
                  </Text>
                </Timeline.Item>
              ))}
            </Timeline>
            {weeks.length > 0 && (
              <Stack component="ul" gap={4} p={0} m={0} style={{ listStyle: 'none' }} aria-label={t`Last weeks`}>
                {weeks.map(({ startsOn, value, target }) => {
                  const [day, done] = [dated(startsOn), reached(goal.kind, value, target)]
                  return (
                    <Text component="li" size="sm" key={startsOn}>
                      {t`Week of ${day}: ${done}`}
                    </Text>
                  )
                })}
              </Stack>
            )}
          </>
        )}
      </QueryView>
      <DialogActions onCancel={onClose} cancel={t`Close`} />
    </Dialog>
  )
}
