import {
  Button,
  Checkbox,
  Group,
  MultiSelect,
  NativeSelect,
  NumberInput,
  Stack,
  TagsInput,
  Text,
  Textarea,
} from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { TextLink } from '@/shared/link'
import { WallTimeField } from '@/shared/wall-time-field'

import { questionsQuery, tagsQuery } from './api'
import { contentOf, type Settings, settingsOf, whenOf } from './settings'

/** What the builder gives an editor. */
type Props = {
  courseId: string
  content: unknown
  onChange: (content: unknown) => void
  errors: Record<string, string>
}

type PartProps = {
  courseId: string
  form: Settings
  change: (next: Partial<Settings>) => void
  errors: Record<string, string>
}

/** What a quiz asks, and how. */
export function QuizEditor({ courseId, content, onChange, errors }: Props) {
  const [form, setForm] = useState(() => settingsOf(content))
  const change = (next: Partial<Settings>) => {
    const changed = { ...form, ...next }
    setForm(changed)
    if (changed.draws.every(({ tags, count }) => tags.length > 0 && count > 0)) onChange(contentOf(changed))
  }
  const wrong = Object.entries(errors).filter(([name]) => name.startsWith('content'))
  const parts = { courseId, form, change, errors }
  return (
    <Stack>
      {wrong.map(([name, message]) => (
        <Text key={name} size="sm" c="red.9" role="alert">
          {message}
        </Text>
      ))}
      <Textarea
        label="Instructions"
        rows={2}
        resize="vertical"
        maxLength={10000}
        value={form.instructions}
        onChange={(event) => change({ instructions: event.currentTarget.value })}
      />
      <Asked {...parts} />
      <Rules {...parts} />
      <Review {...parts} />
    </Stack>
  )
}

/** Questions that are always asked, and draws by tag. */
function Asked({ courseId, form, change }: PartProps) {
  const bank = useInfiniteQuery(questionsQuery(courseId, {})).data ?? []
  const tags = useQuery(tagsQuery(courseId)).data ?? []
  const known = bank.map(({ id, title }) => ({ value: id, label: title }))
  const beyond = form.questions.filter((q) => !known.some(({ value }) => value === q.question_id))
  const pick = (ids: string[]) =>
    change({
      questions: ids.map((id) => form.questions.find((q) => q.question_id === id) ?? { question_id: id, points: 0 }),
    })
  const draw = (i: number, next: Partial<Settings['draws'][number]>) =>
    change({ draws: form.draws.map((d, n) => (n === i ? { ...d, ...next } : d)) })
  return (
    <>
      <MultiSelect
        label="Questions that are always asked"
        searchable
        data={[...known, ...beyond.map((q, i) => ({ value: q.question_id, label: `Another question ${i + 1}` }))]}
        value={form.questions.map((q) => q.question_id)}
        onChange={pick}
      />
      <Text size="sm">
        <TextLink to="/teach/courses/$courseId/questions" params={{ courseId }}>
          Questions of this course
        </TextLink>
      </Text>
      {form.draws.map((d, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a draw has no identity but its place
        <Group key={i} align="flex-end">
          <NumberInput
            label="Draw"
            min={1}
            max={200}
            w={90}
            value={d.count}
            onChange={(n) => draw(i, { count: Number(n) })}
          />
          <TagsInput
            label="with one of these tags"
            data={tags.map(({ tag }) => tag)}
            value={d.tags}
            onChange={(next) => draw(i, { tags: next })}
          />
          <Button variant="default" onClick={() => change({ draws: form.draws.filter((_, n) => n !== i) })}>
            Remove
          </Button>
        </Group>
      ))}
      <Group>
        <Button
          variant="default"
          size="xs"
          onClick={() => change({ draws: [...form.draws, { tags: [], count: 1, points: 0 }] })}
        >
          Draw questions by tag
        </Button>
      </Group>
    </>
  )
}

function Rules({ form, change }: PartProps) {
  return (
    <>
      <Group align="flex-end">
        <NumberInput
          label="Time limit (minutes)"
          description="0: none"
          min={0}
          max={1440}
          w={170}
          value={form.time_limit_seconds / 60}
          onChange={(n) => change({ time_limit_seconds: Math.round(Number(n) * 60) })}
        />
        <NumberInput
          label="Attempts"
          description="0: as many as they like"
          min={0}
          max={100}
          w={170}
          value={form.attempts}
          onChange={(n) => change({ attempts: Number(n) })}
        />
        <NumberInput
          label="Pass mark (%)"
          description="Of all points"
          min={0}
          max={100}
          w={170}
          value={form.pass_mark}
          onChange={(n) => change({ pass_mark: Number(n) })}
        />
      </Group>
      <Checkbox
        label="Another order of questions for each attempt"
        checked={form.shuffle_questions}
        onChange={(event) => change({ shuffle_questions: event.currentTarget.checked })}
      />
      <Checkbox
        label="Another order of options for each attempt"
        checked={form.shuffle_options}
        onChange={(event) => change({ shuffle_options: event.currentTarget.checked })}
      />
    </>
  )
}

function Review({ form, change }: PartProps) {
  const { closes, review } = form
  return (
    <>
      <WallTimeField label="Closes on" value={closes} onChange={(next) => change({ closes: next })} />
      <NativeSelect
        label="Learners see how each answer did"
        data={[
          { value: 'after_submit', label: 'once they have submitted' },
          { value: 'after_deadline', label: 'once the quiz has closed' },
          { value: 'never', label: 'never' },
        ]}
        value={review.when}
        onChange={(event) => change({ review: { ...review, when: whenOf(event.currentTarget.value) } })}
      />
      <Checkbox
        label="With the right answers and their explanations"
        checked={review.with_key}
        disabled={review.when === 'never'}
        onChange={(event) => change({ review: { ...review, with_key: event.currentTarget.checked } })}
      />
    </>
  )
}
