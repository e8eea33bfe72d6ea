import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  Modal,
  NativeSelect,
  NumberInput,
  Radio,
  Stack,
  TagsInput,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { IconArrowUp, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'

import { fieldErrors } from '@/api/client'
import { FormSummary } from '@/shared/form-summary'
import { options } from '@/shared/options'

import { type NewQuestion, type Question, type QuestionKind, usePutQuestion } from './api'
import { kinds } from './labels'

type Option = NonNullable<NewQuestion['options']>[number] & { key: number }
type Form = Omit<NewQuestion, 'options'> & { options: Option[] }

const isKind = (value: string): value is QuestionKind => value in kinds
const hasOptions = (kind: QuestionKind) => kind === 'single' || kind === 'multiple' || kind === 'ordering'

let lastKey = 0
const option = (of: NonNullable<NewQuestion['options']>[number]): Option => {
  lastKey += 1
  return { ...of, key: lastKey }
}

const withoutId = ({ id: _, revision: __, updatedAt: ___, ...rest }: Question) => rest

const formOf = (was: Question | undefined): Form =>
  was
    ? { ...withoutId(was), options: (was.options ?? []).map(option) }
    : {
        kind: 'single',
        prompt: '',
        points: 1,
        tags: [],
        options: [option({ text: '', correct: true }), option({ text: '' })],
      }

type Props = { courseId: string; was: Question | undefined; onClose: () => void }

/** A question under edit. */
export function QuestionDialog({ courseId, was, onClose }: Props) {
  const [form, setForm] = useState(() => formOf(was))
  const put = usePutQuestion(courseId, was)
  const wrong = fieldErrors(put.error)
  const set = (next: Partial<Form>) => setForm((f) => ({ ...f, ...next }))

  function save() {
    const { options, ...rest } = form
    const body = hasOptions(form.kind) ? { ...rest, options: options.map(({ key: _, ...one }) => one) } : rest
    put.mutate(body, { onSuccess: onClose })
  }

  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={was ? 'Edit the question' : 'Add a question'}
      closeButtonProps={{ 'aria-label': 'Cancel' }}
      closeOnClickOutside={false}
    >
      <Stack>
        <FormSummary error={put.error} fields={['prompt', 'points', 'accepted', 'value', 'tolerance', 'options']} />
        <NativeSelect
          label="Kind"
          data={options(kinds)}
          value={form.kind}
          onChange={({ currentTarget: { value } }) => isKind(value) && set({ kind: value })}
        />
        <Textarea
          label="Question"
          required
          rows={2}
          resize="vertical"
          maxLength={5000}
          value={form.prompt}
          error={wrong.prompt}
          onChange={(event) => set({ prompt: event.currentTarget.value })}
        />
        <KeyFields form={form} set={set} wrong={wrong} />
        <Group grow align="flex-start">
          <NumberInput
            label="Points"
            min={1}
            max={1000}
            allowDecimal={false}
            value={form.points ?? 1}
            error={wrong.points}
            onChange={(points) => set({ points: typeof points === 'number' ? points : 1 })}
          />
          <TagsInput label="Tags" maxTags={20} value={form.tags ?? []} onChange={(tags) => set({ tags })} />
        </Group>
        <Textarea
          label="Explanation"
          description="Shown with the right answer, where the quiz allows it."
          rows={2}
          resize="vertical"
          maxLength={5000}
          value={form.explanation ?? ''}
          onChange={(event) => set({ explanation: event.currentTarget.value })}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={put.isPending} onClick={save}>
            Save
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

type FieldsProps = { form: Form; set: (next: Partial<Form>) => void; wrong: Record<string, string> }

/** What makes an answer right, by kind. */
function KeyFields({ form, set, wrong }: FieldsProps) {
  switch (form.kind) {
    case 'true_false':
      return (
        <Radio.Group
          label="The statement is"
          value={String(form.truth ?? false)}
          onChange={(v) => set({ truth: v === 'true' })}
        >
          <Group mt="xs">
            <Radio value="true" label="True" />
            <Radio value="false" label="False" />
          </Group>
        </Radio.Group>
      )
    case 'short':
      return (
        <>
          <TagsInput
            label="Answers that count as right"
            description="Press Enter after each."
            acceptValueOnBlur
            value={form.accepted ?? []}
            error={wrong.accepted}
            onChange={(accepted) => set({ accepted })}
          />
          <Checkbox
            label="Upper and lower case and accents matter"
            checked={form.case_sensitive ?? false}
            onChange={(event) => set({ case_sensitive: event.currentTarget.checked })}
          />
        </>
      )
    case 'numeric':
      return (
        <Group grow align="flex-start">
          <TextInput
            label="Value"
            inputMode="decimal"
            value={form.value ?? ''}
            error={wrong.value}
            onChange={(event) => set({ value: event.currentTarget.value })}
          />
          <TextInput
            label="Tolerance"
            inputMode="decimal"
            placeholder="0"
            value={form.tolerance ?? ''}
            error={wrong.tolerance}
            onChange={(event) => set({ tolerance: event.currentTarget.value })}
          />
        </Group>
      )
    default:
      return <OptionFields form={form} set={set} wrong={wrong} />
  }
}

function OptionFields({ form, set, wrong }: FieldsProps) {
  const { kind } = form
  const change = (key: number, next: Partial<Option>) =>
    set({ options: form.options.map((o) => (o.key === key ? { ...o, ...next } : o)) })
  const mark = (key: number, correct: boolean) =>
    kind === 'single'
      ? set({ options: form.options.map((o) => ({ ...o, correct: o.key === key })) })
      : change(key, { correct })
  const up = (i: number) => {
    const next = [...form.options]
    next.splice(i - 1, 0, ...next.splice(i, 1))
    set({ options: next })
  }
  return (
    <Stack gap="xs">
      <Text size="sm" fw={500}>
        {kind === 'ordering' ? 'What is put in order, in the right order' : 'Options: mark what is right'}
      </Text>
      {wrong.options && (
        <Text size="sm" c="red.9">
          {wrong.options}
        </Text>
      )}
      {form.options.map((o, i) => (
        <Group key={o.key} gap="xs" wrap="nowrap" align="flex-start">
          {kind === 'ordering' ? (
            <ActionIcon
              size={36}
              variant="default"
              aria-label={`Move option ${i + 1} up`}
              disabled={i === 0}
              onClick={() => up(i)}
            >
              <IconArrowUp size={18} />
            </ActionIcon>
          ) : (
            <Checkbox
              mt={8}
              aria-label={`Option ${i + 1} is right`}
              checked={o.correct ?? false}
              onChange={(event) => mark(o.key, event.currentTarget.checked)}
            />
          )}
          <TextInput
            flex={1}
            aria-label={`Option ${i + 1}`}
            maxLength={1000}
            value={o.text}
            error={wrong[`options[${i}].text`]}
            onChange={(event) => change(o.key, { text: event.currentTarget.value })}
          />
          <ActionIcon
            size={36}
            variant="subtle"
            color="gray"
            aria-label={`Remove option ${i + 1}`}
            onClick={() => set({ options: form.options.filter(({ key }) => key !== o.key) })}
          >
            <IconTrash size={18} />
          </ActionIcon>
        </Group>
      ))}
      <Group justify="space-between">
        <Button size="xs" variant="default" onClick={() => set({ options: [...form.options, option({ text: '' })] })}>
          Add an option
        </Button>
        {kind !== 'single' && (
          <Checkbox
            label="Part of the points for part of the answer"
            checked={form.partial ?? false}
            onChange={(event) => set({ partial: event.currentTarget.checked })}
          />
        )}
      </Group>
    </Stack>
  )
}
