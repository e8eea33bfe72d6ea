import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Paper, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { DataTable } from '@/shared/data-table'
import { Empty } from '@/shared/empty'
import { count, percent } from '@/shared/format'
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
        <Empty title={t`Nobody has submitted an attempt yet`}>
          <Trans>Figures appear here once a student has.</Trans>
        </Empty>
      }
    >
      {(results) => (
        <Stack>
          <SimpleGrid cols={{ base: 2, sm: 4 }}>
            <Fact label={t`Submitted`} value={count(results.attempts, 'attempt')} />
            <Fact label={t`By`} value={count(results.learners, 'learner')} />
            <Fact
              label={t`Passed`}
              value={results.pass_mark > 0 ? count(results.passed, 'attempt') : t`No pass mark`}
            />
            <Fact label={t`On average`} value={percent(results.average_percent)} />
          </SimpleGrid>
          {results.erased_learners > 0 && (
            <Text size="sm" c="dimmed">
              <Trans>
                Counts {count(results.erased_learners, 'learner')} with a deleted account: without a name, and in no
                list.
              </Trans>
            </Text>
          )}
          <DataTable
            label={t`Questions, the hardest first`}
            rows={results.questions}
            idOf={({ question_id }) => question_id}
            columns={[
              { id: 'prompt', label: t`Question`, place: 'lead', cell: (q) => q.prompt },
              { id: 'kind', label: t`Kind`, cell: (q) => kinds[q.kind] },
              { id: 'share', label: t`Right`, cell: (q) => `${percent(share(q))} (${q.right})` },
              { id: 'partial', label: t`Partly`, cell: (q) => q.partial },
              { id: 'wrong', label: t`Wrong`, cell: (q) => q.wrong },
              { id: 'blank', label: t`Blank`, cell: (q) => q.blank },
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
