import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, NativeSelect, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { Confirm } from '@/shared/confirm'
import { DataTable } from '@/shared/data-table'
import { Empty } from '@/shared/empty'
import { Pages } from '@/shared/pages'
import { QueryView } from '@/shared/query-view'

import { type MissingLearner, missingQuery, useExcuse } from './api'

type Props = {
  /** The assignments of the course. */
  assignments: { id: string; title: string }[]
  lesson: string | undefined
  onLesson: (id: string) => void
}

/** Learners who have handed in nothing, and a button to excuse them. */
export function MissingWork({ assignments, lesson, onLesson }: Props) {
  const chosen = assignments.find(({ id }) => id === lesson) ?? assignments[0]
  if (!chosen) {
    return (
      <Empty title={t`No published assignments`}>
        <Trans>Add an assignment to the curriculum and publish it.</Trans>
      </Empty>
    )
  }
  return (
    <Stack>
      <NativeSelect
        label={t`Assignment`}
        maw={420}
        data={assignments.map(({ id, title }) => ({ value: id, label: title }))}
        value={chosen.id}
        onChange={(event) => onLesson(event.currentTarget.value)}
      />
      <Learners key={chosen.id} lessonId={chosen.id} title={chosen.title} />
    </Stack>
  )
}

function Learners({ lessonId, title }: { lessonId: string; title: string }) {
  const [page, setPage] = useState(1)
  const [asked, setAsked] = useState<MissingLearner>()
  return (
    <QueryView
      query={useQuery(missingQuery(lessonId, page))}
      skeleton={<Skeleton height={240} />}
      isEmpty={({ items }) => items.length === 0}
      empty={
        <Empty title={t`Nothing is missing`}>
          <Trans>All learners have handed in this assignment.</Trans>
        </Empty>
      }
    >
      {({ items, pagination }) => (
        <>
          <DataTable
            label={t`Learners with missing submissions`}
            rows={items}
            idOf={({ user_id }) => user_id}
            columns={[
              { id: 'who', label: t`Learner`, place: 'lead', cell: (l) => l.full_name },
              { id: 'state', label: t`Status`, cell: (l) => (l.excused ? t`Excused` : t`Missing`) },
              {
                id: 'do',
                label: t`Actions`,
                place: 'end',
                cell: (l) => (
                  <Button size="xs" variant="default" aria-label={actionLabel(l)} onClick={() => setAsked(l)}>
                    {l.excused ? t`Undo excuse` : t`Excuse`}
                  </Button>
                ),
              },
            ]}
          />
          <Pages pagination={pagination} onPage={setPage} />
          {asked && (
            <ExcuseDialog lessonId={lessonId} title={title} learner={asked} onClose={() => setAsked(undefined)} />
          )}
        </>
      )}
    </QueryView>
  )
}

const actionLabel = ({ full_name, excused }: MissingLearner) =>
  excused ? t`Undo excuse for ${full_name}` : t`Excuse ${full_name}`

type DialogProps = { lessonId: string; title: string; learner: MissingLearner; onClose: () => void }

function ExcuseDialog({ lessonId, title, learner: { user_id, full_name, excused }, onClose }: DialogProps) {
  const change = useExcuse(lessonId)
  return (
    <Confirm
      title={excused ? t`Undo excuse for ${full_name}?` : t`Excuse ${full_name} from “${title}”?`}
      text={
        excused
          ? t`They have to hand in “${title}” again. If the lesson already counts as completed, it stays completed.`
          : t`The lesson counts as completed for them without a submission.`
      }
      action={excused ? t`Undo excuse` : t`Excuse`}
      pending={change.isPending}
      error={change.error}
      onClose={onClose}
      onConfirm={() => change.mutate({ userId: user_id, excused: !excused }, { onSuccess: onClose })}
    />
  )
}
