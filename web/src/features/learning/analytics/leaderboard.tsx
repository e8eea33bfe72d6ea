import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Avatar, Button, Group, Paper, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import type { Schema } from '@/api/client'
import { initials, percent } from '@/shared/format'
import { Failure, QueryView } from '@/shared/query-view'

import { type Leaderboard as Board, leaderboardQuery, useTakePart } from './api'
import classes from './leaderboard.module.css'

/** The learners of a course who have completed most, and a button to opt out. */
export function Leaderboard({ courseId }: { courseId: string }) {
  const board = useQuery(leaderboardQuery(courseId))
  const part = useTakePart(courseId)
  return (
    <section aria-labelledby="leaderboard">
      <Group justify="space-between" mb="sm">
        <Title order={2} id="leaderboard" size="h3">
          <Trans>Leaderboard</Trans>
        </Title>
        {board.data && (
          <Button variant="default" size="sm" loading={part.isPending} onClick={() => part.mutate(board.data.hasLeft)}>
            {board.data.hasLeft ? t`Join leaderboard` : t`Leave leaderboard`}
          </Button>
        )}
      </Group>
      {part.error && <Failure error={part.error} />}
      <QueryView query={board} skeleton={<Skeleton height={160} radius="lg" />}>
        {(b) => <Entries board={b} />}
      </QueryView>
    </section>
  )
}

function Entries({ board: { entries, own, total, hasLeft } }: { board: Board }) {
  const beyond = own && !entries.some((e) => e.isCaller)
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm" role="status">
        {hasLeft
          ? t`You have left the leaderboard. Other learners don't see you here.`
          : plural(total, {
              one: '# learner, ranked by completed lessons. Other learners see your name and progress.',
              other: '# learners, ranked by completed lessons. Other learners see your name and progress.',
            })}
      </Text>
      {entries.length > 0 ? (
        <Paper withBorder p="xs" bg="var(--card)">
          <ol className={classes.leaders} aria-label={t`Leaderboard`}>
            {entries.map((entry, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: only the index distinguishes students of the same name
              <Entry key={i} entry={entry} />
            ))}
            {beyond && <Entry entry={own} />}
          </ol>
        </Paper>
      ) : (
        <Text c="dimmed">
          <Trans>No learners have started yet.</Trans>
        </Text>
      )}
    </>
  )
}

function Entry({
  entry: { rank, name, completedLessons, progressPercentage: done, isCaller },
}: {
  entry: Schema<'LeaderboardEntry'>
}) {
  return (
    <li data-own={isCaller || undefined}>
      <span className={classes.rank}>
        <span className="visually-hidden">
          <Trans>Rank</Trans>{' '}
        </span>
        {rank}
      </span>
      <Avatar size="sm" radius="xl" aria-hidden="true">
        {initials(name)}
      </Avatar>
      <span>{isCaller ? t`${name} (you)` : name}</span>
      <Text component="span" size="sm" c="dimmed">
        {typeof done === 'number' ? percent(done) : plural(completedLessons, { one: '# lesson', other: '# lessons' })}
      </Text>
    </li>
  )
}
