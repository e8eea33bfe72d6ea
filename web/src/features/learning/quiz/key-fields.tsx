import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Button, Checkbox, Group, Radio, Stack, TagsInput, Text, TextInput } from '@mantine/core'
import { IconArrowUp, IconTrash } from '@tabler/icons-react'

import { type Option, option, type QuestionForm } from './question-form'

type FieldsProps = { form: QuestionForm; set: (next: Partial<QuestionForm>) => void; wrong: Record<string, string> }

/** Edits the answer key, by kind of question. */
export function KeyFields({ form, set, wrong }: FieldsProps) {
  switch (form.kind) {
    case 'true_false':
      return (
        <Radio.Group
          label={t`Correct answer`}
          value={String(form.truth ?? false)}
          onChange={(v) => set({ truth: v === 'true' })}
        >
          <Group mt="xs">
            <Radio value="true" label={t`True`} />
            <Radio value="false" label={t`False`} />
          </Group>
        </Radio.Group>
      )
    case 'short':
      return (
        <>
          <TagsInput
            label={t`Accepted answers`}
            description={t`Press Enter after each answer.`}
            acceptValueOnBlur
            value={form.accepted ?? []}
            error={wrong.accepted}
            onChange={(accepted) => set({ accepted })}
          />
          <Checkbox
            label={t`Match case and accents`}
            checked={form.case_sensitive ?? false}
            onChange={(event) => set({ case_sensitive: event.currentTarget.checked })}
          />
        </>
      )
    case 'numeric':
      return (
        <Group grow align="flex-start">
          <TextInput
            label={t`Value`}
            inputMode="decimal"
            value={form.value ?? ''}
            error={wrong.value}
            onChange={(event) => set({ value: event.currentTarget.value })}
          />
          <TextInput
            label={t`Tolerance`}
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
        {kind === 'ordering' ? t`Items in the correct order` : t`Options: mark what is correct`}
      </Text>
      {wrong.options && (
        <Text size="sm" c="red.9">
          {wrong.options}
        </Text>
      )}
      {form.options.map((o, i) => (
        <OptionRow
          key={o.key}
          option={o}
          number={i + 1}
          isOrdered={kind === 'ordering'}
          error={wrong[`options[${i}].text`]}
          onChange={(next) => change(o.key, next)}
          onMark={(correct) => mark(o.key, correct)}
          onUp={() => up(i)}
          onRemove={() => set({ options: form.options.filter(({ key }) => key !== o.key) })}
        />
      ))}
      <Group justify="space-between">
        <Button size="xs" variant="default" onClick={() => set({ options: [...form.options, option({ text: '' })] })}>
          <Trans>Add option</Trans>
        </Button>
        {kind !== 'single' && (
          <Checkbox
            label={t`Award partial points`}
            checked={form.partial ?? false}
            onChange={(event) => set({ partial: event.currentTarget.checked })}
          />
        )}
      </Group>
    </Stack>
  )
}

type RowProps = {
  option: Option
  /** From 1. */
  number: number
  isOrdered: boolean
  error: string | undefined
  onChange: (next: Partial<Option>) => void
  onMark: (correct: boolean) => void
  onUp: () => void
  onRemove: () => void
}

function OptionRow({ option, number, isOrdered, error, onChange, onMark, onUp, onRemove }: RowProps) {
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      {isOrdered ? (
        <ActionIcon
          size={36}
          variant="default"
          aria-label={t`Move option ${number} up`}
          disabled={number === 1}
          onClick={onUp}
        >
          <IconArrowUp size={18} />
        </ActionIcon>
      ) : (
        <Checkbox
          mt={8}
          aria-label={t`Option ${number} is correct`}
          checked={option.correct ?? false}
          onChange={(event) => onMark(event.currentTarget.checked)}
        />
      )}
      <TextInput
        flex={1}
        aria-label={t`Option ${number}`}
        maxLength={1000}
        value={option.text}
        error={error}
        onChange={(event) => onChange({ text: event.currentTarget.value })}
      />
      <ActionIcon size={36} variant="subtle" color="gray" aria-label={t`Remove option ${number}`} onClick={onRemove}>
        <IconTrash size={18} />
      </ActionIcon>
    </Group>
  )
}
