import '@mantine/core/styles/Radio.layer.css'

import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { ActionIcon, Badge, Button, Checkbox, Group, Paper, Radio, Stack, Text, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useId } from 'react'

import { list } from '@/shared/format'
import { RichText } from '@/shared/rich-text'

import type { AskedQuestion, QuizAnswer } from './api'
import { outcomes } from './labels'

type Props = {
  question: AskedQuestion
  number: number
  answer: QuizAnswer
  /** Absent if the answer can no longer be changed. */
  onChange?: ((answer: QuizAnswer) => void) | undefined
}

/** A question with the field for its answer; in a review also the outcome and the key. */
export function QuestionField({ question, number, answer, onChange }: Props) {
  const id = useId()
  const { points } = question
  const outcome = question.outcome && outcomes[question.outcome]
  return (
    <Paper withBorder p="md" role="group" aria-labelledby={id}>
      <Group justify="space-between" align="flex-start" wrap="nowrap" mb="sm">
        <Group id={id} align="baseline" gap="xs" wrap="nowrap" fw={600}>
          <span>{number}.</span>
          <Written text={question.prompt} format={question.format} />
        </Group>
        <Text size="sm" c="dimmed" style={{ flex: 'none' }}>
          <Plural value={points} one="# point" other="# points" />
        </Text>
      </Group>
      <Field question={question} labelledBy={id} answer={answer} onChange={onChange} />
      {outcome && (
        <Badge mt="md" color={outcome.color} leftSection={<outcome.icon size={14} aria-hidden="true" />}>
          {t(outcome.label)}
        </Badge>
      )}
      <Solution question={question} />
    </Paper>
  )
}

/** A text of a question, as HTML or as plain text. */
function Written({ text, format }: { text: string; format: AskedQuestion['format'] }) {
  return format === 'html' ? (
    <RichText html={text} />
  ) : (
    <Text inherit style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {text}
    </Text>
  )
}

type FieldProps = Omit<Props, 'number'> & { labelledBy: string }

function Field({ question, labelledBy, answer, onChange }: FieldProps) {
  const disabled = !onChange
  const label = { 'aria-labelledby': labelledBy }
  switch (question.kind) {
    case 'single':
      return (
        <Radio.Group {...label} value={answer.options?.[0] ?? ''} onChange={(ref) => onChange?.({ options: [ref] })}>
          <Stack gap="xs">
            {question.options.map(({ ref, text }) => (
              <Radio key={ref} value={ref} label={text} disabled={disabled} />
            ))}
          </Stack>
        </Radio.Group>
      )
    case 'multiple':
      return (
        <Checkbox.Group {...label} value={answer.options ?? []} onChange={(options) => onChange?.({ options })}>
          <Stack gap="xs">
            {question.options.map(({ ref, text }) => (
              <Checkbox key={ref} value={ref} label={text} disabled={disabled} />
            ))}
          </Stack>
        </Checkbox.Group>
      )
    case 'true_false':
      return (
        <Radio.Group
          {...label}
          value={answer.truth === undefined ? '' : String(answer.truth)}
          onChange={(truth) => onChange?.({ truth: truth === 'true' })}
        >
          <Group>
            <Radio value="true" label={t`True`} disabled={disabled} />
            <Radio value="false" label={t`False`} disabled={disabled} />
          </Group>
        </Radio.Group>
      )
    case 'ordering':
      return <Order question={question} answer={answer} onChange={onChange} />
    default:
      return (
        <TextInput
          {...label}
          maw={420}
          maxLength={2000}
          inputMode={question.kind === 'numeric' ? 'decimal' : 'text'}
          autoComplete="off"
          disabled={disabled}
          value={answer.text ?? ''}
          onChange={(event) => onChange?.({ text: event.currentTarget.value })}
        />
      )
  }
}

/** Options with buttons to reorder them; as long as they are untouched, the answer is blank. */
function Order({ question, answer, onChange }: Omit<Props, 'number'>) {
  const order = answer.options?.length ? answer.options : question.options.map(({ ref }) => ref)
  const text = (ref: string) => question.options.find((o) => o.ref === ref)?.text ?? ''
  function move(from: number, to: number) {
    const next = [...order]
    const [moved] = next.splice(from, 1)
    if (moved === undefined) return
    next.splice(to, 0, moved)
    onChange?.({ options: next })
  }
  return (
    <Stack component="ol" gap="xs" p={0} m={0} style={{ listStyle: 'none' }} aria-live="polite">
      {order.map((ref, i) => (
        <Group component="li" key={ref} gap="xs" wrap="nowrap">
          {onChange && (
            <Arrows
              title={text(ref)}
              place={i + 1}
              isLast={i === order.length - 1}
              onMove={(place) => move(i, place - 1)}
            />
          )}
          <Text>
            {i + 1}. {text(ref)}
          </Text>
        </Group>
      ))}
      {onChange && !answer.options?.length && (
        <Group component="li">
          <Button size="xs" variant="default" onClick={() => onChange({ options: order })}>
            <Trans>Keep this order</Trans>
          </Button>
        </Group>
      )}
    </Stack>
  )
}

type ArrowsProps = {
  title: string
  /** From 1. */
  place: number
  isLast: boolean
  onMove: (place: number) => void
}

function Arrows({ title, place, isLast, onMove }: ArrowsProps) {
  const [above, below] = [place - 1, place + 1]
  return (
    <>
      <ActionIcon
        size={44}
        variant="default"
        aria-label={t`Move “${title}” up to position ${above}`}
        disabled={place === 1}
        onClick={() => onMove(above)}
      >
        <IconArrowUp size={18} />
      </ActionIcon>
      <ActionIcon
        size={44}
        variant="default"
        aria-label={t`Move “${title}” down to position ${below}`}
        disabled={isLast}
        onClick={() => onMove(below)}
      >
        <IconArrowDown size={18} />
      </ActionIcon>
    </>
  )
}

function Solution({ question }: { question: AskedQuestion }) {
  const key = question.solution
  if (!key) return null
  const text = (ref: string) => question.options.find((o) => o.ref === ref)?.text ?? ''
  const right: Record<AskedQuestion['kind'], string> = {
    single: list(key.options.map(text)),
    multiple: list(key.options.map(text)),
    ordering: key.options.map(text).join(' → '),
    true_false: key.truth ? t`True` : t`False`,
    short: new Intl.ListFormat(i18n.locales, { type: 'disjunction' }).format(key.accepted),
    numeric: key.tolerance ? `${key.value} ± ${key.tolerance}` : key.value,
  }
  const answer = right[question.kind]
  return (
    <Stack gap={4} mt="sm">
      <Text size="sm">
        <Trans>
          <strong>Correct answer:</strong> {answer}
        </Trans>
      </Text>
      {key.explanation && <Written text={key.explanation} format={question.format} />}
    </Stack>
  )
}
