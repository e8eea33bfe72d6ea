import { t } from '@lingui/core/macro'
import { Fieldset, Group, NativeSelect, NumberInput, Stack, Switch, TextInput } from '@mantine/core'
import { fromField, toField } from '@/shared/local-time'
import { here } from '@/shared/time-zones'

import type { LessonEntry } from './api'
import type { LessonPatch } from './autosave'
import { useBuilder } from './builder'
import { ruleLabels, rulesOf } from './labels'

type Props = {
  /** The lesson including unsaved edits. */
  lesson: LessonEntry
  onChange: (patch: LessonPatch) => void
  errors: Record<string, string>
}

/** Edits when a lesson opens and when it counts as completed. */
export function LessonRules({ lesson, onChange, errors }: Props) {
  return (
    <Stack gap="md">
      <Group gap="xl">
        <Switch
          label={t`Required`}
          description={t`Counts towards course progress.`}
          checked={lesson.required}
          onChange={(event) => onChange({ required: event.currentTarget.checked })}
        />
        <Switch
          label={t`Free preview`}
          description={t`Open to everyone who sees the course.`}
          checked={lesson.previewable}
          onChange={(event) => onChange({ previewable: event.currentTarget.checked })}
        />
      </Group>
      <ReleaseRules lesson={lesson} onChange={onChange} errors={errors} />
      <Completion lesson={lesson} onChange={onChange} errors={errors} />
      <NumberInput
        label={t`Duration`}
        suffix={` ${t`min`}`}
        min={0}
        max={6000}
        allowDecimal={false}
        maw={160}
        value={Math.round(lesson.duration_seconds / 60) || ''}
        onChange={(minutes) => onChange({ duration_seconds: Number(minutes) * 60 })}
        error={errors.duration_seconds}
      />
    </Stack>
  )
}

const zone = here()

function ReleaseRules({ lesson, onChange, errors }: Props) {
  const { draft } = useBuilder()
  const { at, days_after_enrolment: days, after_lesson: after } = lesson.release
  const others = draft.lessons.filter((l) => l.id !== lesson.id)
  const change = (next: LessonEntry['release']) => onChange({ release: { ...lesson.release, ...next } })
  return (
    <Fieldset legend={t`Availability`}>
      <Group align="flex-start" gap="md">
        <TextInput
          type="datetime-local"
          label={t`Not before`}
          description={t`In your time zone, ${zone}.`}
          value={toField(at)}
          onChange={({ currentTarget: { value } }) => onChange({ release: dated(lesson.release, value) })}
          error={errors['release.at']}
        />
        <NumberInput
          label={t`Days after enrolment`}
          description={t`0 opens it at once.`}
          min={0}
          max={3650}
          allowDecimal={false}
          w={170}
          value={days ?? 0}
          onChange={(value) => change({ days_after_enrolment: Number(value) })}
          error={errors['release.days_after_enrolment']}
        />
        <NativeSelect
          label={t`After lesson`}
          description={t`Opens once that lesson is completed.`}
          data={[
            { value: '', label: t({ message: 'None', context: 'lesson' }) },
            ...others.map((l) => ({ value: l.id, label: l.title })),
          ]}
          value={after ?? ''}
          onChange={(event) => change({ after_lesson: event.currentTarget.value })}
          error={errors['release.after_lesson']}
        />
      </Group>
    </Fieldset>
  )
}

/** A release with a different instant, or without one. */
function dated({ at: _, ...others }: LessonEntry['release'], value: string): LessonEntry['release'] {
  const instant = fromField(value)
  return instant ? { ...others, at: instant } : others
}

function Completion({ lesson: { type, completion }, onChange, errors }: Props) {
  const choose = (rule: string) => {
    const next = rulesOf[type].find((r) => r === rule)
    if (next) onChange({ completion: { rule: next } })
  }
  return (
    <Fieldset legend={t`Completion`}>
      <Group align="flex-start" gap="md">
        <NativeSelect
          aria-label={t`Completion rule`}
          data={rulesOf[type].map((rule) => ({ value: rule, label: t(ruleLabels[rule]) }))}
          value={completion.rule}
          onChange={(event) => choose(event.currentTarget.value)}
          error={errors['completion.rule']}
        />
        {completion.rule === 'watched' && (
          <Percent
            label={t`Minimum share watched`}
            value={completion.watched_share ?? 90}
            onValue={(watched_share) => onChange({ completion: { rule: 'watched', watched_share } })}
          />
        )}
        {completion.rule === 'score' && (
          <Percent
            label={t`Minimum score`}
            value={completion.minimum_score ?? 50}
            onValue={(minimum_score) => onChange({ completion: { rule: 'score', minimum_score } })}
          />
        )}
      </Group>
    </Fieldset>
  )
}

function Percent({ label, value, onValue }: { label: string; value: number; onValue: (value: number) => void }) {
  return (
    <NumberInput
      aria-label={label}
      suffix=" %"
      min={1}
      max={100}
      allowDecimal={false}
      clampBehavior="strict"
      w={110}
      value={value}
      onChange={(next) => Number(next) > 0 && onValue(Number(next))}
    />
  )
}
