import { Button, Container, FileButton, Group, NativeSelect, Skeleton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { Confirm } from '@/shared/confirm'
import { DataTable } from '@/shared/data-table'
import { Empty } from '@/shared/empty'
import { count } from '@/shared/format'
import { options } from '@/shared/options'
import { PageHead } from '@/shared/page-head'
import { MoreButton } from '@/shared/pages'
import { Failure, QueryView } from '@/shared/query-view'
import { saveFile } from '@/shared/save-file'
import { SearchField } from '@/shared/search-field'
import { toast } from '@/shared/toasts'

import {
  exportQuestions,
  type Question,
  type QuestionKind,
  questionsQuery,
  tagsQuery,
  useImport,
  useRemoveQuestion,
} from './api'
import type { QuestionFilters } from './filters'
import { kinds } from './labels'
import { QuestionDialog, type RichField } from './question-dialog'

type PageProps = Props & { field: RichField }

type Props = {
  courseId: string
  filters: QuestionFilters
  onFilters: (filters: QuestionFilters) => void
}

/** The question bank of a course: search, edit, import and export. */
export function QuestionsPage({ courseId, filters, onFilters, field }: PageProps) {
  const query = useInfiniteQuery(questionsQuery(courseId, filters))
  const [edited, setEdited] = useState<Question | 'new'>()
  const [removed, setRemoved] = useState<Question>()
  const isNarrowed = Boolean(filters.search || filters.tag || filters.kind)
  const add = (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setEdited('new')}>
      Add a question
    </Button>
  )
  return (
    <Container size={1100} pt="lg">
      <PageHead
        title="Questions"
        lead="What the quizzes of this course ask. Learners see a question only in an attempt."
      >
        <Group>
          <Travel courseId={courseId} />
          {add}
        </Group>
      </PageHead>
      <Filters courseId={courseId} filters={filters} onFilters={onFilters} />
      <QueryView
        query={query}
        skeleton={<Skeleton height={240} />}
        isEmpty={(rows) => rows.length === 0}
        empty={
          isNarrowed ? (
            <Empty
              title="No question matches"
              action={
                <Button variant="default" onClick={() => onFilters({})}>
                  Clear filters
                </Button>
              }
            >
              Try other words, or another tag.
            </Empty>
          ) : (
            <Empty title="No questions yet" action={add}>
              Add the first one, or import a file that Lectern has exported.
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
          onClose={() => setEdited(undefined)}
        />
      )}
      {removed && <Remove courseId={courseId} question={removed} onClose={() => setRemoved(undefined)} />}
    </Container>
  )
}

type RowsProps = { rows: Question[]; onEdit: (question: Question) => void; onRemove: (question: Question) => void }

function Rows({ rows, onEdit, onRemove }: RowsProps) {
  return (
    <DataTable
      label="Questions"
      rows={rows}
      idOf={({ id }) => id}
      columns={[
        { id: 'prompt', label: 'Question', place: 'lead', cell: (q) => q.title },
        { id: 'kind', label: 'Kind', cell: (q) => kinds[q.kind] },
        { id: 'tags', label: 'Tags', cell: (q) => q.tags?.join(', ') },
        { id: 'points', label: 'Points', cell: (q) => q.points ?? 1 },
        {
          id: 'do',
          label: 'Change',
          place: 'end',
          cell: (q) => (
            <Group gap="xs" wrap="nowrap">
              <Button size="xs" variant="default" aria-label={`Edit “${q.title}”`} onClick={() => onEdit(q)}>
                Edit
              </Button>
              <Button
                size="xs"
                variant="subtle"
                color="red.9"
                aria-label={`Remove “${q.title}”`}
                onClick={() => onRemove(q)}
              >
                Remove
              </Button>
            </Group>
          ),
        },
      ]}
    />
  )
}

const kindChoices = [{ value: '', label: 'All kinds' }, ...options(kinds)]
const isKind = (value: string): value is QuestionKind => value in kinds

function Filters({ courseId, filters, onFilters }: Props) {
  const tags = useQuery(tagsQuery(courseId)).data ?? []
  const { search, tag, kind, ...rest } = filters
  const next = (changed: { search?: string; tag?: string; kind?: string }) => {
    const now = { search, tag, kind, ...changed }
    onFilters({
      ...rest,
      ...(now.search && { search: now.search }),
      ...(now.tag && { tag: now.tag }),
      ...(now.kind && isKind(now.kind) && { kind: now.kind }),
    })
  }
  return (
    <Group mb="md" align="flex-end">
      <SearchField label="Search questions" value={search ?? ''} onSearch={(value) => next({ search: value })} />
      <NativeSelect
        label="Kind"
        data={kindChoices}
        value={kind ?? ''}
        onChange={(event) => next({ kind: event.currentTarget.value })}
      />
      <NativeSelect
        label="Tag"
        data={[
          { value: '', label: 'All tags' },
          ...tags.map((t) => ({ value: t.tag, label: `${t.tag} (${t.count})` })),
        ]}
        value={tag ?? ''}
        onChange={(event) => next({ tag: event.currentTarget.value })}
      />
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
          bring.mutate(chosen, { onSuccess: ({ imported }) => toast(`${count(imported, 'question')} imported`) })
        }
      >
        {(props) => (
          <Button {...props} variant="default" loading={bring.isPending}>
            Import
          </Button>
        )}
      </FileButton>
      <Button
        variant="default"
        onClick={() => void exportQuestions(courseId).then((data) => data && saveFile(data, 'questions.json'))}
      >
        Export
      </Button>
    </>
  )
}

function Remove({ courseId, question, onClose }: { courseId: string; question: Question; onClose: () => void }) {
  const remove = useRemoveQuestion(courseId)
  return (
    <Confirm
      title="Remove this question?"
      text={`“${question.title}” is not asked or drawn any more. Quizzes that are published with it keep it until they are changed.`}
      action="Remove"
      danger
      pending={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() => remove.mutate(question.id, { onSuccess: onClose })}
    />
  )
}
