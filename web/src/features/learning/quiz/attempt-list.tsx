import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, NativeSelect, Skeleton } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'

import { DataTable } from '@/shared/data-table'
import { Empty } from '@/shared/empty'
import { percent } from '@/shared/format'
import { Moment } from '@/shared/moment'
import { options } from '@/shared/options'
import { MoreButton } from '@/shared/pages'
import { QueryView } from '@/shared/query-view'
import { SideDrawer } from '@/shared/side-drawer'

import { attemptQuery } from './api'
import { SubmittedAttempt } from './attempt-view'
import { points } from './labels'
import { type AttemptOrder, attemptsQuery, type QuizAttemptRow } from './results-api'

type Props = {
  lessonId: string
  learner: string | undefined
  sort: AttemptOrder | undefined
  onSort: (sort: AttemptOrder | undefined) => void
  /** Filters by one learner, or clears that filter. */
  onLearner: (id: string | undefined) => void
  onOpen: (attempt: string) => void
}

const orders = {
  newest: msg`Newest first`,
  '-percent': msg`Submitted, highest score first`,
  percent: msg`Submitted, lowest score first`,
}

/** The attempts at a quiz with their results. */
export function AttemptList({ lessonId, learner, sort, onSort, onLearner, onOpen }: Props) {
  const query = useInfiniteQuery(attemptsQuery(lessonId, learner, sort))
  return (
    <>
      <Group mb="md" align="flex-end">
        <NativeSelect
          label={t`Order`}
          data={options(orders)}
          value={sort ?? 'newest'}
          onChange={({ currentTarget: { value } }) =>
            onSort(value === 'percent' || value === '-percent' ? value : undefined)
          }
        />
        {learner && (
          <Button variant="default" onClick={() => onLearner(undefined)}>
            <Trans>Show all learners</Trans>
          </Button>
        )}
      </Group>
      <QueryView
        query={query}
        skeleton={<Skeleton height={240} />}
        isEmpty={(rows) => rows.length === 0}
        empty={
          <Empty title={t`No attempts yet`}>
            <Trans>Attempts appear here once a learner starts the quiz.</Trans>
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
              { id: 'begun', label: t`Started`, cell: (r) => <Moment at={r.started_at} /> },
              { id: 'came', label: t`Result`, cell: outcome },
              {
                id: 'do',
                label: t`Actions`,
                place: 'end',
                cell: (r) => <Actions row={r} onLearner={learner ? undefined : onLearner} onOpen={onOpen} />,
              },
            ]}
          />
        )}
      </QueryView>
      <MoreButton query={query} />
    </>
  )
}

type ActionsProps = {
  row: QuizAttemptRow
  /** Absent if the list shows one learner only. */
  onLearner: Props['onLearner'] | undefined
  onOpen: Props['onOpen']
}

function Actions({ row: { id, user_id, full_name: name, number }, onLearner, onOpen }: ActionsProps) {
  return (
    <Group gap="xs" wrap="nowrap">
      {onLearner && (
        <Button size="xs" variant="subtle" aria-label={t`All attempts by ${name}`} onClick={() => onLearner(user_id)}>
          <Trans>All attempts</Trans>
        </Button>
      )}
      <Button size="xs" variant="default" aria-label={t`Open attempt ${number} by ${name}`} onClick={() => onOpen(id)}>
        <Trans>Open</Trans>
      </Button>
    </Group>
  )
}

function outcome({ percent: reached, passed, timed_out, earned, possible }: QuizAttemptRow) {
  if (reached === null) return t`Not submitted yet`
  const score = percent(reached)
  const got = points(earned)
  if (passed && timed_out) return t`${score} (${got} of ${possible}), passed, time ran out`
  if (passed) return t`${score} (${got} of ${possible}), passed`
  if (timed_out) return t`${score} (${got} of ${possible}), time ran out`
  return t`${score} (${got} of ${possible})`
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
