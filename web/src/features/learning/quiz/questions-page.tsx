import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, FileButton, Group, Skeleton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { Confirm } from '@/shared/confirm'
import { DataTable } from '@/shared/data-table'
import { Empty } from '@/shared/empty'
import { PageHead } from '@/shared/page-head'
import { MoreButton } from '@/shared/pages'
import { Failure, QueryView } from '@/shared/query-view'
import { saveFile } from '@/shared/save-file'
import { toast } from '@/shared/toasts'

import {
  addToBank,
  exportQuestions,
  type Question,
  questionsQuery,
  useAddText,
  useImport,
  useRemoveQuestion,
} from './api'
import { BankFilters, type BankFiltersProps } from './bank-filters'
import { kinds } from './labels'
import { QuestionDialog, type RichField } from './question-dialog'
import { QuestionTextDialog } from './question-text-dialog'

type Props = BankFiltersProps & { field: RichField }

/** The question bank of a course: search, edit, import and export. */
export function QuestionsPage({ courseId, filters, onFilters, field }: Props) {
  const query = useInfiniteQuery(questionsQuery(courseId, filters))
  const [edited, setEdited] = useState<Question | 'new'>()
  const [removed, setRemoved] = useState<Question>()
  const isNarrowed = Boolean(filters.search || filters.tag || filters.kind)
  const add = (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setEdited('new')}>
      <Trans>Add question</Trans>
    </Button>
  )
  return (
    <>
      <PageHead
        title={t`Questions`}
        lead={t`Questions for the quizzes in this course. Learners see them only during an attempt.`}
      >
        <Group>
          <Travel courseId={courseId} />
          <Paste courseId={courseId} />
          {add}
        </Group>
      </PageHead>
      <BankFilters courseId={courseId} filters={filters} onFilters={onFilters} />
      <QueryView
        query={query}
        skeleton={<Skeleton height={240} />}
        isEmpty={(rows) => rows.length === 0}
        empty={
          isNarrowed ? (
            <Empty
              title={t`No matching questions`}
              action={
                <Button variant="default" onClick={() => onFilters({})}>
                  <Trans>Clear filters</Trans>
                </Button>
              }
            >
              <Trans>Try other words, or clear the filters.</Trans>
            </Empty>
          ) : (
            <Empty title={t`No questions yet`} action={add}>
              <Trans>Add the first question, or import a file exported from Lectern.</Trans>
            </Empty>
          )
        }
      >
        {(rows) => <Rows rows={rows} onEdit={setEdited} onRemove={setRemoved} />}
      </QueryView>
      <MoreButton query={query} />
      {edited && (
        <QuestionDialog
          courseId={courseId}
          was={edited === 'new' ? undefined : edited}
          field={field}
          onAdd={(body) => addToBank(courseId, body)}
          onClose={() => setEdited(undefined)}
        />
      )}
      {removed && <Remove courseId={courseId} question={removed} onClose={() => setRemoved(undefined)} />}
    </>
  )
}

type RowsProps = { rows: Question[]; onEdit: (question: Question) => void; onRemove: (question: Question) => void }

function Rows({ rows, onEdit, onRemove }: RowsProps) {
  return (
    <DataTable
      label={t`Questions`}
      rows={rows}
      idOf={({ id }) => id}
      columns={[
        { id: 'prompt', label: t`Question`, place: 'lead', cell: (q) => q.title },
        { id: 'kind', label: t`Type`, cell: (q) => t(kinds[q.kind]) },
        { id: 'tags', label: t`Tags`, cell: (q) => q.tags?.join(', ') },
        { id: 'points', label: t`Points`, cell: (q) => q.points ?? 1 },
        {
          id: 'do',
          label: t`Actions`,
          place: 'end',
          cell: (q) => <Actions title={q.title} onEdit={() => onEdit(q)} onRemove={() => onRemove(q)} />,
        },
      ]}
    />
  )
}

type ActionsProps = { title: string; onEdit: () => void; onRemove: () => void }

function Actions({ title, onEdit, onRemove }: ActionsProps) {
  return (
    <Group gap="xs" wrap="nowrap">
      <Button size="xs" variant="default" aria-label={t`Edit “${title}”`} onClick={onEdit}>
        <Trans>Edit</Trans>
      </Button>
      <Button size="xs" variant="subtle" color="red" aria-label={t`Delete “${title}”`} onClick={onRemove}>
        <Trans>Delete</Trans>
      </Button>
    </Group>
  )
}

function Travel({ courseId }: { courseId: string }) {
  const bring = useImport(courseId)
  return (
    <>
      {bring.error && <Failure error={bring.error} />}
      <FileButton
        accept="application/json"
        onChange={(chosen) =>
          chosen &&
          bring.mutate(chosen, {
            onSuccess: ({ imported }) =>
              toast(plural(imported, { one: '# question imported.', other: '# questions imported.' })),
          })
        }
      >
        {(props) => (
          <Button {...props} variant="default" loading={bring.isPending}>
            <Trans>Import questions</Trans>
          </Button>
        )}
      </FileButton>
      <Button
        variant="default"
        onClick={() => void exportQuestions(courseId).then((data) => data && saveFile(data, 'questions.json'))}
      >
        <Trans>Export questions</Trans>
      </Button>
    </>
  )
}

function Paste({ courseId }: { courseId: string }) {
  const [open, setOpen] = useState(false)
  const add = useAddText(courseId)
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        <Trans>Add from text…</Trans>
      </Button>
      {open && (
        <QuestionTextDialog
          courseId={courseId}
          onAdd={(text, { format }) => add.mutateAsync({ text, format })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

function Remove({ courseId, question, onClose }: { courseId: string; question: Question; onClose: () => void }) {
  const remove = useRemoveQuestion(courseId)
  const { title } = question
  return (
    <Confirm
      title={t`Delete “${title}”?`}
      text={t`The question is no longer asked or drawn. Quizzes published with it keep it until you change them.`}
      action={t`Delete question`}
      danger
      pending={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() => remove.mutate(question.id, { onSuccess: onClose })}
    />
  )
}
