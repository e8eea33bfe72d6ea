import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Skeleton } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'

import { DataTable } from '@/shared/data-table'
import { Empty } from '@/shared/empty'
import { percent } from '@/shared/format'
import { Moment } from '@/shared/moment'
import { MoreButton } from '@/shared/pages'
import { QueryView } from '@/shared/query-view'
import { SideDrawer } from '@/shared/side-drawer'

import { attemptQuery } from './api'
import { SubmittedAttempt } from './attempt-view'
import { attemptsQuery, type QuizAttemptRow } from './results-api'

type Props = {
  lessonId: string
  learner: string | undefined
  /** Filters by one learner, or clears that filter. */
  onLearner: (id: string | undefined) => void
  onOpen: (attempt: string) => void
}

/** The attempts at a quiz with their results, newest first. */
export function AttemptList({ lessonId, learner, onLearner, onOpen }: Props) {
  const query = useInfiniteQuery(attemptsQuery(lessonId, learner))
  return (
    <>
      {learner && (
        <Group mb="md">
          <Button variant="default" onClick={() => onLearner(undefined)}>
            <Trans>Show all learners</Trans>
          </Button>
        </Group>
      )}
      <QueryView
        query={query}
        skeleton={<Skeleton height={240} />}
        isEmpty={(rows) => rows.length === 0}
        empty={
          <Empty title={t`No attempts yet`}>
            <Trans>They appear here as soon as a learner begins one.</Trans>
          </Empty>
        }
      >
        {(rows) => (
          <DataTable
            label={t`Attempts`}
            rows={rows}
            idOf={({ id }) => id}
            columns={[
              { id: 'who', label: t`Learner`, place: 'lead', cell: (r) => r.full_name },
              { id: 'number', label: t`Attempt`, cell: (r) => r.number },
              { id: 'begun', label: t`Begun`, cell: (r) => <Moment at={r.started_at} /> },
              { id: 'came', label: t`Result`, cell: outcome },
              {
                id: 'do',
                label: t`Open`,
                place: 'end',
                cell: (r) => (
                  <Group gap="xs" wrap="nowrap">
                    {!learner && (
                      <Button
                        size="xs"
                        variant="subtle"
                        aria-label={t`All attempts of ${r.full_name}`}
                        onClick={() => onLearner(r.user_id)}
                      >
                        <Trans>All of theirs</Trans>
                      </Button>
                    )}
                    <Button
                      size="xs"
                      variant="default"
                      aria-label={t`Open attempt ${r.number} of ${r.full_name}`}
                      onClick={() => onOpen(r.id)}
                    >
                      <Trans>Open</Trans>
                    </Button>
                  </Group>
                ),
              },
            ]}
          />
        )}
      </QueryView>
      <MoreButton query={query} />
    </>
  )
}

function outcome({ percent: reached, passed, timed_out, earned, possible }: QuizAttemptRow) {
  if (reached === null) return t`Not submitted yet`
  return `${percent(reached)} (${earned} of ${possible})${passed ? ', passed' : ''}${timed_out ? ', time ran out' : ''}`
}

/** One attempt with the answers and the key. */
export function AttemptDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  return (
    <SideDrawer opened onClose={onClose} title={t`Attempt`}>
      <QueryView query={useQuery(attemptQuery(id, undefined))} skeleton={<Skeleton height={240} />}>
        {(attempt) => <SubmittedAttempt attempt={attempt} />}
      </QueryView>
    </SideDrawer>
  )
}
