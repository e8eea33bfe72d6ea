import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, FileButton, Group, List, NativeSelect, Stack, Text, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

import { fieldErrors } from '@/api/client'
import { serverText } from '@/api/problem-text'
import { Dialog, DialogActions } from '@/shared/dialog'
import { Failure } from '@/shared/query-view'
import { RichText } from '@/shared/rich-text'
import { toast } from '@/shared/toasts'

import { type QuestionText, type TextFormat, textFormats, useCheckText } from './api'
import { kinds } from './labels'
import classes from './question-list.module.css'

const example = `Which of these is a dance of bees?
A. The waggle dance
B. The foxtrot
ANSWER: A`

type Props = {
  courseId: string
  /** Stores the questions of a text that has been checked. */
  onAdd: (text: string, checked: QuestionText) => Promise<unknown>
  onClose: () => void
}

/** Adds questions from a text in Aiken, GIFT or CSV format: a preview first, with what can't be read. */
export function QuestionTextDialog({ courseId, onAdd, onClose }: Props) {
  const [text, setText] = useState('')
  const [format, setFormat] = useState<TextFormat>()
  const check = useCheckText(courseId)
  const add = useMutation({ mutationFn: (checked: QuestionText) => onAdd(text, checked) })
  const change = (next: string) => {
    setText(next)
    check.reset()
    add.reset()
  }
  const found = check.data
  const count = found?.questions.length ?? 0
  const save = (checked: QuestionText) =>
    add.mutate(checked, {
      onSuccess: () => {
        toast(plural(count, { one: '# question added.', other: '# questions added.' }))
        onClose()
      },
    })
  const invalid = fieldErrors(check.error).text
  return (
    <Dialog title={t`Add questions from text`} size="lg" closeOnClickOutside={false} onClose={onClose}>
      <Textarea
        label={t`Questions`}
        description={t`Paste them in Aiken, GIFT or CSV format.`}
        placeholder={example}
        rows={10}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        value={text}
        error={invalid}
        onChange={(event) => change(event.currentTarget.value)}
      />
      <Group align="flex-end">
        <NativeSelect
          label={t`Format`}
          data={[
            { value: '', label: t`Detect automatically` },
            { value: 'aiken', label: 'Aiken' },
            { value: 'gift', label: 'GIFT' },
            { value: 'csv', label: 'CSV' },
          ]}
          value={format ?? ''}
          onChange={(event) => {
            const chosen = event.currentTarget.value
            setFormat(textFormats.find((one) => one === chosen))
            change(text)
          }}
        />
        <FileButton accept=".txt,.gift,.csv,text/plain,text/csv" onChange={(file) => void file?.text().then(change)}>
          {(button) => (
            <Button {...button} variant="default">
              <Trans>Choose file</Trans>
            </Button>
          )}
        </FileButton>
      </Group>
      {check.error && !invalid && <Failure error={check.error} />}
      {add.error && <Failure error={add.error} />}
      {found && <Preview found={found} />}
      <DialogActions onCancel={onClose}>
        {found && count > 0 ? (
          <Button loading={add.isPending} onClick={() => save(found)}>
            {plural(count, { one: 'Add # question', other: 'Add # questions' })}
          </Button>
        ) : (
          <Button disabled={!text.trim()} loading={check.isPending} onClick={() => check.mutate({ text, format })}>
            <Trans>Check questions</Trans>
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

const maxShown = 50 // questions

/** What a text contains, and what is left out of it. */
function Preview({ found: { questions, problems } }: { found: QuestionText }) {
  const more = questions.length - maxShown
  return (
    <Stack gap="xs">
      <Text role="status" fw={600}>
        {plural(questions.length, { one: '# question found', other: '# questions found' })}
        {problems.length > 0 && `, ${plural(problems.length, { one: '# problem', other: '# problems' })}`}
      </Text>
      {problems.length > 0 && (
        <List size="sm">
          {problems.map(({ line, code, severity, message }) => {
            const reason = serverText(code, message)
            return (
              <List.Item key={`${line} ${code}`} c={severity === 'error' ? 'var(--mantine-color-error)' : 'inherit'}>
                <Trans>
                  Line {line}: {reason}
                </Trans>
              </List.Item>
            )
          })}
        </List>
      )}
      <ol className={classes.preview}>
        {questions.slice(0, maxShown).map(({ line, question: { kind, prompt, format } }) => (
          <li key={line}>
            {format === 'html' ? (
              <RichText html={prompt} />
            ) : (
              <Text size="sm" lineClamp={2}>
                {prompt}
              </Text>
            )}
            <Text size="xs" c="dimmed">
              {t(kinds[kind])}
            </Text>
          </li>
        ))}
      </ol>
      {more > 0 && (
        <Text size="sm" c="dimmed">
          {plural(more, { one: 'And # more.', other: 'And # more.' })}
        </Text>
      )}
    </Stack>
  )
}
