import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, NativeSelect, Tabs } from '@mantine/core'
import { useState } from 'react'

import { Empty } from '@/shared/empty'
import { PageHead } from '@/shared/page-head'

import { AttemptDrawer, AttemptList } from './attempt-list'
import { MissingList } from './missing-list'
import { QuestionResults } from './question-results'
import { RegradeDialog } from './regrade-dialog'
import type { AttemptOrder } from './results-api'

export type ResultsFilters = {
  lesson?: string
  show?: 'attempts' | 'missing'
  learner?: string
  sort?: AttemptOrder
  attempt?: string
}

type Props = {
  /** The quizzes of the course. */
  quizzes: { id: string; title: string }[]
  filters: ResultsFilters
  onFilters: (filters: ResultsFilters) => void
}

/** The results of a quiz by question and by attempt, and the learners who have not taken it. */
export function ResultsPage({ quizzes, filters, onFilters }: Props) {
  const chosen = quizzes.find(({ id }) => id === filters.lesson) ?? quizzes[0]
  const [isRegrading, setRegrading] = useState(false)
  return (
    <>
      <PageHead title={t`Quiz results`} lead={t`How learners did in the published quizzes of this course.`}>
        {chosen && (
          <Button variant="default" onClick={() => setRegrading(true)}>
            <Trans>Regrade</Trans>
          </Button>
        )}
      </PageHead>
      {chosen ? (
        <>
          <Group mb="md">
            <NativeSelect
              label={t`Quiz`}
              data={quizzes.map(({ id, title }) => ({ value: id, label: title }))}
              value={chosen.id}
              onChange={(event) => onFilters({ lesson: event.currentTarget.value })}
            />
          </Group>
          <Lists key={chosen.id} lesson={chosen.id} filters={filters} onFilters={onFilters} />
          {isRegrading && <RegradeDialog quiz={chosen} onClose={() => setRegrading(false)} />}
        </>
      ) : (
        <Empty title={t`No published quizzes`}>
          <Trans>Add a quiz to the curriculum and publish it.</Trans>
        </Empty>
      )}
    </>
  )
}

type ListsProps = { lesson: string; filters: ResultsFilters; onFilters: (filters: ResultsFilters) => void }

function Lists({ lesson, filters, onFilters }: ListsProps) {
  const { show = 'questions', attempt, ...rest } = filters
  const { learner, sort } = rest
  const choose = (value: string | null) =>
    onFilters({ lesson, ...((value === 'attempts' || value === 'missing') && { show: value }) })
  return (
    <>
      <Tabs value={show} onChange={choose} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="questions">
            <Trans>Questions</Trans>
          </Tabs.Tab>
          <Tabs.Tab value="attempts">
            <Trans>Attempts</Trans>
          </Tabs.Tab>
          <Tabs.Tab value="missing">
            <Trans>Not taken</Trans>
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="questions">
          <QuestionResults lessonId={lesson} />
        </Tabs.Panel>
        <Tabs.Panel value="attempts">
          <AttemptList
            lessonId={lesson}
            learner={filters.learner}
            sort={filters.sort}
            onSort={(by) =>
              onFilters({ lesson, show: 'attempts', ...(learner && { learner }), ...(by && { sort: by }) })
            }
            onLearner={(one) =>
              onFilters({ lesson, show: 'attempts', ...(one && { learner: one }), ...(sort && { sort }) })
            }
            onOpen={(id) => onFilters({ ...filters, attempt: id })}
          />
        </Tabs.Panel>
        <Tabs.Panel value="missing">
          <MissingList lessonId={lesson} />
        </Tabs.Panel>
      </Tabs>
      {attempt && (
        <AttemptDrawer
          id={attempt}
          onClose={() => onFilters({ ...rest, ...(filters.show && { show: filters.show }) })}
        />
      )}
    </>
  )
}
