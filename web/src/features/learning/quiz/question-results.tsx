import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Paper, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { DataTable } from '@/shared/data-table'
import { Empty } from '@/shared/empty'
import { decimal, percent } from '@/shared/format'
import { QueryView } from '@/shared/query-view'

import { kinds } from './labels'
import { type QuizResults, resultsQuery } from './results-api'

type Row = QuizResults['questions'][number]

/** The outcomes of the answers to each question, hardest first. */
export function QuestionResults({ lessonId }: { lessonId: string }) {
  return (
    <QueryView
      query={useQuery(resultsQuery(lessonId))}
      skeleton={<Skeleton height={240} />}
      isEmpty={({ attempts }) => attempts === 0}
      empty={
        <Empty title={t`No attempts yet`}>
          <Trans>Results appear here once a learner submits an attempt.</Trans>
        </Empty>
      }
    >
      {(results) => (
        <Stack>
          <SimpleGrid cols={{ base: 2, sm: 4 }}>
            <Fact label={t`Submitted attempts`} value={decimal(results.attempts)} />
            <Fact label={t`Learners`} value={decimal(results.learners)} />
            <Fact
              label={t`Passed attempts`}
              value={results.pass_mark > 0 ? decimal(results.passed) : t`No pass mark`}
            />
            <Fact label={t`Average score`} value={percent(results.average_percent)} />
          </SimpleGrid>
          {results.erased_learners > 0 && <Erased learners={results.erased_learners} />}
          <DataTable
            label={t`Questions, hardest first`}
            rows={results.questions}
            idOf={({ question_id }) => question_id}
            columns={[
              { id: 'prompt', label: t`Question`, place: 'lead', cell: (q) => q.prompt },
              { id: 'kind', label: t`Type`, cell: (q) => t(kinds[q.kind]) },
              { id: 'share', label: t`Correct`, cell: (q) => `${percent(share(q))} (${q.right})` },
              { id: 'partial', label: t`Partly correct`, cell: (q) => q.partial },
              { id: 'wrong', label: t`Incorrect`, cell: (q) => q.wrong },
              { id: 'blank', label: t`Not answered`, cell: (q) => q.blank },
            ]}
          />
        </Stack>
      )}
    </QueryView>
  )
}

const share = ({ right, partial, wrong, blank }: Row) => Math.floor((100 * right) / (right + partial + wrong + blank))

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <Paper withBorder p="sm" radius="lg">
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text fw={700}>{value}</Text>
    </Paper>
  )
}

function Erased({ learners }: { learners: number }) {
  return (
    <Text size="sm" c="dimmed">
      <Plural
        value={learners}
        one="Includes # learner whose account was deleted. The lists don't show them."
        other="Includes # learners whose accounts were deleted. The lists don't show them."
      />
    </Text>
  )
}
