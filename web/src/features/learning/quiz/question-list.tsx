import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Button, Group, Menu, Skeleton, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconDots, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { Failure } from '@/shared/query-view'
import { SortableList } from '@/shared/sortable-list'

import { type NewQuestion, pickedQuery, type Question } from './api'
import { kinds } from './labels'
import { QuestionDialog, type RichField } from './question-dialog'
import classes from './question-list.module.css'
import { QuestionPicker } from './question-picker'
import { QuestionTextDialog } from './question-text-dialog'
import type { Settings } from './settings'

type Pick = Settings['questions'][number]

type Props = {
  courseId: string
  picks: Pick[]
  field: RichField
  /** Stores new questions, in the bank of the course and in the quiz. */
  onAdd: (questions: NewQuestion[]) => Promise<void>
  onChange: (picks: Pick[]) => void
}

/** The questions that a quiz always asks: written here, or chosen from those of the course. */
export function QuestionList({ courseId, picks, field, onAdd, onChange }: Props) {
  const [edited, setEdited] = useState<Question | 'new'>()
  const [choosing, setChoosing] = useState(false)
  const [pasting, setPasting] = useState(false)
  const ids = picks.map(({ question_id }) => question_id)
  const query = useQuery({ ...pickedQuery(courseId, ids), enabled: ids.length > 0 })
  const isComplete = query.isSuccess && !query.isPlaceholderData
  const items = picks.map((pick) => itemOf(pick, query.data, isComplete))
  const remove = (id: string) => onChange(picks.filter((pick) => pick.question_id !== id))
  return (
    <Stack component="section" gap="xs" aria-labelledby="quiz-questions">
      <Group justify="space-between" align="baseline">
        <Title order={3} size="h5" id="quiz-questions">
          <Trans>Questions in every attempt</Trans>
        </Title>
        {picks.length > 0 && isComplete && (
          <Text size="sm" c="dimmed">
            {totals(items)}
          </Text>
        )}
      </Group>
      {query.error && <Failure error={query.error} retry={query.refetch} />}
      {picks.length === 0 ? (
        <Text size="sm" c="dimmed">
          <Trans>No questions yet. Write one, or choose from the question bank of the course.</Trans>
        </Text>
      ) : (
        <SortableList
          label={t`Questions in every attempt`}
          items={items}
          onOrder={(next) => onChange(next.map(pickOf))}
        >
          {(item, index, move) => (
            <QuestionRow
              item={item}
              number={index + 1}
              isLast={index === items.length - 1}
              onEdit={setEdited}
              onMove={move}
              onRemove={() => remove(item.id)}
            />
          )}
        </SortableList>
      )}
      <Group gap="xs">
        <Button size="xs" h={36} leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')}>
          <Trans>Add question</Trans>
        </Button>
        <Button size="xs" h={36} variant="default" onClick={() => setChoosing(true)}>
          <Trans>Choose from course…</Trans>
        </Button>
        <Button size="xs" h={36} variant="default" onClick={() => setPasting(true)}>
          <Trans>Add from text…</Trans>
        </Button>
      </Group>
      {edited && (
        <QuestionDialog
          courseId={courseId}
          was={edited === 'new' ? undefined : edited}
          field={field}
          onAdd={(body) => onAdd([body])}
          onClose={() => setEdited(undefined)}
        />
      )}
      {pasting && (
        <QuestionTextDialog
          courseId={courseId}
          onAdd={(_, { questions }) => onAdd(questions.map(({ question }) => question))}
          onClose={() => setPasting(false)}
        />
      )}
      {choosing && (
        <QuestionPicker
          courseId={courseId}
          asked={ids}
          onChoose={(chosen) => onChange([...picks, ...chosen.map((id) => ({ question_id: id, points: 0 }))])}
          onClose={() => setChoosing(false)}
        />
      )}
    </Stack>
  )
}

type Item = { id: string; title: string; points: number; question: Question | undefined; isLoading: boolean }

const itemOf = ({ question_id: id, points }: Pick, questions: Question[] | undefined, isComplete: boolean): Item => {
  const question = questions?.find((q) => q.id === id)
  const isLoading = question === undefined && !isComplete
  return { id, points, question, isLoading, title: question?.title ?? (isLoading ? '' : t`Deleted question`) }
}

const pickOf = ({ id, points }: Item): Pick => ({ question_id: id, points })

const worth = ({ points, question }: Item) => points || (question?.points ?? 0)

function totals(items: Item[]) {
  const [count, points] = [items.length, items.reduce((sum, item) => sum + worth(item), 0)]
  return t`${plural(count, { one: '# question', other: '# questions' })} · ${plural(points, { one: '# point', other: '# points' })}`
}

type RowProps = {
  item: Item
  /** From 1. */
  number: number
  isLast: boolean
  onEdit: (question: Question) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

function QuestionRow({ item, number, isLast, onEdit, onMove, onRemove }: RowProps) {
  const { title, question, isLoading } = item
  return (
    <>
      <span className={classes.number}>{number}.</span>
      <div className={classes.words}>
        {isLoading && <Skeleton height={36} />}
        {question && (
          <UnstyledButton className={classes.title} aria-label={t`Edit “${title}”`} onClick={() => onEdit(question)}>
            {title}
          </UnstyledButton>
        )}
        <Text size="sm" c={question || isLoading ? 'dimmed' : 'var(--mantine-color-error)'}>
          {question && about(item, question)}
          {!question && !isLoading && (
            <Trans>This question was deleted from the course. Remove it from the quiz.</Trans>
          )}
        </Text>
      </div>
      <Menu position="bottom-end" shadow="md" radius="md">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={36} aria-label={t`More actions for “${title}”`}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {question && (
            <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => onEdit(question)}>
              <Trans>Edit</Trans>
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconArrowUp size={16} />} disabled={number === 1} onClick={() => onMove(-1)}>
            <Trans>Move up</Trans>
          </Menu.Item>
          <Menu.Item leftSection={<IconArrowDown size={16} />} disabled={isLast} onClick={() => onMove(1)}>
            <Trans>Move down</Trans>
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={onRemove}>
            <Trans>Remove from quiz</Trans>
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  )
}

const about = (item: Item, { kind }: Question) =>
  [t(kinds[kind]), plural(worth(item), { one: '# point', other: '# points' })].join(' · ')
