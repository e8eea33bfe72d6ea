import { t } from '@lingui/core/macro'
import { NativeSelect, NumberInput, SimpleGrid, Skeleton, Switch, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'

import { certificateTemplatesQuery } from '@/shared/certificate-templates'
import { Dialog } from '@/shared/dialog'
import { QueryView } from '@/shared/query-view'
import { toast } from '@/shared/toasts'
import { type VersionedField, VersionedForm } from '@/shared/versioned-form'

import { type NewRule, ruleQuery, type TemplateSummary, useSaveRule } from './api'

const triggers = () => [
  { value: 'course_completed', label: t`Completed the course` },
  { value: 'batch_ended', label: t`Was in a batch to its end` },
  { value: 'manual', label: t`Chosen by an instructor` },
]

const languages = () => [
  { value: 'en', label: t`English` },
  { value: 'de', label: t`German` },
]

const labelOf = (choices: { value: string; label: string }[], value: string) =>
  choices.find((choice) => choice.value === value)?.label ?? value

const number = (name: keyof NewRule, label: string): VersionedField<NewRule> => ({
  name,
  label,
  text: (values) => `${values[name]}`,
})

const nameOf = (templates: TemplateSummary[], id: string | undefined) =>
  id ? (templates.find((template) => template.id === id)?.name ?? t`Deleted template`) : t`Standard`

const fields = (templates: TemplateSummary[]): VersionedField<NewRule>[] => [
  { name: 'trigger', label: t`Who gets one`, text: ({ trigger }) => labelOf(triggers(), trigger) },
  { name: 'auto', label: t`Issue automatically`, text: ({ auto }) => (auto ? t`Yes` : t`No`) },
  number('min_percent', t`Least progress`),
  number('min_score', t`Least score`),
  number('min_minutes', t`Least time`),
  number('hold_days', t`Days to wait`),
  number('valid_months', t`Months valid`),
  number('remind_days', t`Days of notice`),
  { name: 'template_id', label: t`Design`, text: ({ template_id: id }) => nameOf(templates, id) },
  { name: 'language', label: t`Language`, text: ({ language }) => labelOf(languages(), language) },
  { name: 'signatory', label: t`Signatory`, text: ({ signatory }) => signatory },
]

/** The rule by which certificates of a course are issued. */
export function RuleDialog({ courseId, onClose }: { courseId: string; onClose: () => void }) {
  const rule = useQuery(ruleQuery(courseId))
  const templates = useQuery(certificateTemplatesQuery()).data ?? []
  const save = useSaveRule(courseId)
  const data = rule.data && { ...rule.data, value: written(rule.data.value) }
  return (
    <Dialog title={t`Rule for certificates`} size="lg" onClose={onClose}>
      <QueryView query={{ ...rule, data }} skeleton={<Skeleton height={460} />}>
        {({ value, tag }) => (
          <VersionedForm<NewRule, unknown>
            label={t`Rule for certificates`}
            action={t`Save rule`}
            conflict={t`Someone else has changed this rule`}
            fields={fields(templates)}
            current={value}
            tag={tag}
            save={save}
            onSaved={() => {
              toast(t`Rule saved.`)
              onClose()
            }}
          >
            {(form) => <Fields form={form} templates={templates} />}
          </VersionedForm>
        )}
      </QueryView>
    </Dialog>
  )
}

/** What of a rule is written. */
const written = ({
  trigger,
  auto,
  min_percent,
  min_score,
  min_minutes,
  hold_days,
  valid_months,
  remind_days,
  language,
  template_id = '',
  signatory,
}: NewRule): NewRule => ({
  trigger,
  auto,
  min_percent,
  min_score,
  min_minutes,
  hold_days,
  valid_months,
  remind_days,
  language,
  template_id,
  signatory,
})

type FieldsProps = { form: UseFormReturnType<NewRule>; templates: TemplateSummary[] }

function Fields({ form, templates }: FieldsProps) {
  const { trigger, valid_months: months, template_id: chosen } = form.values
  const onCompletion = trigger === 'course_completed'
  const byHand = trigger === 'manual'
  const numeric = (name: keyof NewRule, max: number) => {
    const { onChange, ...props } = form.getInputProps(name)
    return { min: 0, max, allowDecimal: false, ...props, onChange: (value: unknown) => onChange(Number(value) || 0) }
  }
  return (
    <>
      <NativeSelect
        label={t`Who gets one`}
        data={triggers()}
        {...form.getInputProps('trigger')}
        onChange={(event) => {
          const next = event.currentTarget.value as NewRule['trigger']
          form.setValues({ trigger: next, auto: next !== 'manual' })
        }}
      />
      {!byHand && (
        <Switch
          label={t`Issue automatically`}
          description={t`Otherwise you issue certificates to those who meet the rule.`}
          {...form.getInputProps('auto', { type: 'checkbox' })}
        />
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {!onCompletion && (
          <NumberInput
            label={t`Least progress`}
            description={t`Of the required lessons.`}
            suffix="%"
            {...numeric('min_percent', 100)}
          />
        )}
        <NumberInput
          label={t`Least score`}
          description={t`The mean of all graded lessons.`}
          suffix="%"
          {...numeric('min_score', 100)}
        />
        <NumberInput
          label={t`Least time`}
          description={t`Spent in the course.`}
          suffix=" min"
          {...numeric('min_minutes', 100_000)}
        />
        {!byHand && (
          <NumberInput
            label={t`Days to wait`}
            description={
              onCompletion
                ? t`Between completion and certificate.`
                : t`Between the end of the batch and the certificate.`
            }
            {...numeric('hold_days', 365)}
          />
        )}
        <NumberInput label={t`Months valid`} description={t`0 means without end.`} {...numeric('valid_months', 240)} />
        {months > 0 && (
          <NumberInput
            label={t`Days of notice`}
            description={t`Learners are reminded before the end. 0 means never.`}
            {...numeric('remind_days', 365)}
          />
        )}
      </SimpleGrid>
      <NativeSelect
        label={t`Design`}
        description={t`What the certificates look like. Administrators design them.`}
        data={[
          { value: '', label: t`Standard` },
          ...templates
            .filter(({ id, archived }) => !archived || id === chosen)
            .map(({ id, name }) => ({ value: id, label: name })),
        ]}
        {...form.getInputProps('template_id')}
      />
      {!chosen && (
        <NativeSelect
          label={t`Language`}
          description={t`Of the text on the certificate.`}
          data={languages()}
          {...form.getInputProps('language')}
        />
      )}
      <TextInput
        label={t`Signatory`}
        description={t`A name and a function, such as “Ada Byron, Head of School”.`}
        maxLength={120}
        {...form.getInputProps('signatory')}
      />
    </>
  )
}
