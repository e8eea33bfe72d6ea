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
          label={t`The statement is`}
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
            label={t`Answers that count as right`}
            description={t`Press Enter after each.`}
            acceptValueOnBlur
            value={form.accepted ?? []}
            error={wrong.accepted}
            onChange={(accepted) => set({ accepted })}
          />
          <Checkbox
            label={t`Upper and lower case and accents matter`}
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
        {kind === 'ordering' ? t`What is put in order, in the right order` : t`Options: mark what is right`}
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
              aria-label={t`Move option ${i + 1} up`}
              disabled={i === 0}
              onClick={() => up(i)}
            >
              <IconArrowUp size={18} />
            </ActionIcon>
          ) : (
            <Checkbox
              mt={8}
              aria-label={t`Option ${i + 1} is right`}
              checked={o.correct ?? false}
              onChange={(event) => mark(o.key, event.currentTarget.checked)}
            />
          )}
          <TextInput
            flex={1}
            aria-label={t`Option ${i + 1}`}
            maxLength={1000}
            value={o.text}
            error={wrong[`options[${i}].text`]}
            onChange={(event) => change(o.key, { text: event.currentTarget.value })}
          />
          <ActionIcon
            size={36}
            variant="subtle"
            color="gray"
            aria-label={t`Remove option ${i + 1}`}
            onClick={() => set({ options: form.options.filter(({ key }) => key !== o.key) })}
          >
            <IconTrash size={18} />
          </ActionIcon>
        </Group>
      ))}
      <Group justify="space-between">
        <Button size="xs" variant="default" onClick={() => set({ options: [...form.options, option({ text: '' })] })}>
          <Trans>Add an option</Trans>
        </Button>
        {kind !== 'single' && (
          <Checkbox
            label={t`Part of the points for part of the answer`}
            checked={form.partial ?? false}
            onChange={(event) => set({ partial: event.currentTarget.checked })}
          />
        )}
      </Group>
    </Stack>
  )
}
