import '@mantine/core/styles/Radio.layer.css'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Checkbox, Group, Radio, Stack, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'

import { fieldErrors } from '@/api/client'
import { FormSummary } from '@/shared/form-summary'
import { decimal } from '@/shared/format'
import { StarsField } from '@/shared/stars'
import { type Answers, complete, fields, missingIn, noAnswers } from './answers'
import type { NewDemoFeedback } from './api'
import { qualityLabels } from './labels'

type Props = {
  save: { isPending: boolean; error: Error | null; mutate: (feedback: NewDemoFeedback) => void }
  /** What was answered before. */
  initial?: Answers
}

/** What someone who has had a demo class says about it. */
export function FeedbackForm({ save, initial = noAnswers }: Props) {
  const [answers, setAnswers] = useState(initial)
  const [incomplete, setIncomplete] = useState<Error | null>(null)
  const refused = fieldErrors(save.error)
  const missing = incomplete ? missingIn(answers) : {}
  const set = (change: Partial<Answers>) => setAnswers((before) => ({ ...before, ...change }))
  const errorOf = (name: keyof Answers) => missing[name] ?? refused[name]
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const feedback = complete(answers)
    setIncomplete(feedback ? null : new Error(t`Answer the questions marked below.`))
    if (feedback) save.mutate(feedback)
  }
  const text = (name: 'likedMost' | 'improvementAreas' | 'additionalComments') => ({
    value: answers[name],
    onChange: (value: string) => set({ [name]: value }),
    error: errorOf(name),
  })
  return (
    <form noValidate onSubmit={submit} aria-label={t`Feedback`}>
      <Stack maw={560}>
        <FormSummary error={incomplete ?? save.error} fields={fields} />
        <StarsField
          label={t`How was the demo class?`}
          value={answers.overallRating}
          onChange={(overallRating) => set({ overallRating })}
          error={errorOf('overallRating')}
        />
        <QualityField
          label={t`What was taught`}
          value={answers.contentQuality}
          onChange={(contentQuality) => set({ contentQuality })}
          error={errorOf('contentQuality')}
        />
        <QualityField
          label={t`The instructor`}
          value={answers.instructorPerformance}
          onChange={(instructorPerformance) => set({ instructorPerformance })}
          error={errorOf('instructorPerformance')}
        />
        <Radio.Group
          label={t`Would you recommend the demo class to others?`}
          value={answers.wouldRecommend}
          onChange={(wouldRecommend) => set({ wouldRecommend })}
          error={errorOf('wouldRecommend')}
        >
          <Group mt="xs">
            <Radio value="yes" label={t`Yes`} />
            <Radio value="no" label={t`No`} />
          </Group>
        </Radio.Group>
        <CountedText label={t`What did you like most?`} most={1000} {...text('likedMost')} />
        <CountedText label={t`What could be better?`} most={1000} {...text('improvementAreas')} />
        <CountedText label={t`Anything else?`} most={2000} {...text('additionalComments')} />
        <Checkbox
          label={t`I'd like to hear from the school about courses`}
          checked={answers.followUpInterest}
          onChange={({ currentTarget: { checked } }) => set({ followUpInterest: checked })}
        />
        <div>
          <Button type="submit" loading={save.isPending}>
            {initial === noAnswers ? <Trans>Send feedback</Trans> : <Trans>Save feedback</Trans>}
          </Button>
        </div>
      </Stack>
    </form>
  )
}

type FieldProps = { label: string; value: string; onChange: (value: string) => void; error: string | undefined }

function QualityField({ label, value, onChange, error }: FieldProps) {
  return (
    <Radio.Group label={label} value={value} onChange={onChange} error={error}>
      <Group mt="xs">
        {Object.entries(qualityLabels).map(([quality, word]) => (
          <Radio key={quality} value={quality} label={t(word)} />
        ))}
      </Group>
    </Radio.Group>
  )
}

function CountedText({ label, most, value, onChange, error }: FieldProps & { most: number }) {
  const used = decimal(value.length)
  const limit = decimal(most)
  return (
    <Textarea
      label={label}
      description={t`Optional. ${used} of ${limit} characters.`}
      rows={2}
      maxLength={most}
      value={value}
      error={error}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
