import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, NativeSelect, NumberInput, Skeleton, TagsInput, Text } from '@mantine/core'
import { type ComponentType, Suspense, useState } from 'react'

import { fieldErrors } from '@/api/client'
import { ChangedElsewhere } from '@/shared/changed-elsewhere'
import { Dialog, DialogActions } from '@/shared/dialog'
import { FormSummary } from '@/shared/form-summary'
import { options } from '@/shared/options'

import { type NewQuestion, newerQuestion, type Question, usePutQuestion } from './api'
import { KeyFields } from './key-fields'
import { kinds } from './labels'
import { bodyOf, formOf, isKind, type QuestionForm } from './question-form'

/** A rich-text field, provided by the page. */
export type RichField = ComponentType<{
  courseId: string
  label: string
  description?: string
  isShort?: boolean
  error?: string | undefined
  html: string
  onChange: (html: string) => void
}>

type Props = {
  courseId: string
  was: Question | undefined
  field: RichField
  /** Stores a new question. */
  onAdd: (body: NewQuestion) => Promise<unknown>
  onClose: () => void
}

const fields = ['prompt', 'points', 'accepted', 'value', 'tolerance', 'options']
const firstOfSeveral = /^questions\[0\]\./

/** Edits a question. */
export function QuestionDialog({ courseId, was, field: Field, onAdd, onClose }: Props) {
  const [form, setForm] = useState(() => formOf(was))
  const put = usePutQuestion(courseId, onAdd)
  const newer = newerQuestion(put.error)
  const savedTitle = newer?.title
  const [base, setBase] = useState(was)
  const save = (over: Question | undefined) => put.mutate({ body: bodyOf(form), over }, { onSuccess: onClose })
  const wrong = Object.fromEntries(
    Object.entries(fieldErrors(put.error)).map(([field, message]) => [field.replace(firstOfSeveral, ''), message]),
  )
  const set = (next: Partial<QuestionForm>) => setForm((f) => ({ ...f, ...next }))

  return (
    <Dialog title={was ? t`Edit question` : t`Add question`} onClose={onClose} size="lg" closeOnClickOutside={false}>
      {newer ? (
        <ChangedElsewhere
          title={t`Another instructor changed this question`}
          onKeep={() => save(newer)}
          onTake={() => {
            setBase(newer)
            setForm(formOf(newer))
            put.reset()
          }}
        >
          <Text size="sm">
            <Trans>Your version is still here, but not saved. The saved version is: {savedTitle}</Trans>
          </Text>
        </ChangedElsewhere>
      ) : (
        <FormSummary error={put.error} fields={fields.flatMap((name) => [name, `questions[0].${name}`])} />
      )}
      <NativeSelect
        label={t`Type`}
        data={options(kinds)}
        value={form.kind}
        onChange={({ currentTarget: { value } }) => isKind(value) && set({ kind: value })}
      />
      <Suspense fallback={<Skeleton height={120} />}>
        <Field
          courseId={courseId}
          label={t`Question`}
          isShort
          html={form.prompt}
          error={wrong.prompt}
          onChange={(prompt) => set({ prompt })}
        />
      </Suspense>
      <KeyFields form={form} set={set} wrong={wrong} />
      <Group grow align="flex-start">
        <NumberInput
          label={t`Points`}
          min={1}
          max={1000}
          allowDecimal={false}
          value={form.points ?? 1}
          error={wrong.points}
          onChange={(points) => set({ points: typeof points === 'number' ? points : 1 })}
        />
        <TagsInput label={t`Tags`} maxTags={20} value={form.tags ?? []} onChange={(tags) => set({ tags })} />
      </Group>
      <Suspense fallback={<Skeleton height={120} />}>
        <Field
          courseId={courseId}
          label={t`Explanation`}
          description={t`Shown with the correct answer if the quiz allows it.`}
          isShort
          html={form.explanation ?? ''}
          onChange={(explanation) => set({ explanation })}
        />
      </Suspense>
      <DialogActions onCancel={onClose}>
        <Button loading={put.isPending} onClick={() => save(base)}>
          <Trans>Save question</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}
