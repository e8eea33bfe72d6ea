import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import {
  Button,
  Checkbox,
  Group,
  NativeSelect,
  NumberInput,
  SimpleGrid,
  Stack,
  Textarea,
  TextInput,
} from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'

import { Choice } from '@/shared/choice'
import { languages } from '@/shared/named-choices'
import { options } from '@/shared/options'
import { RichTextField } from '@/shared/rich-text-field'
import type { WrittenText } from '@/shared/written-text'

import { categoriesQuery } from './api'
import type { EditorValues } from './editor-values'
import { levelLabels, typeLabels } from './labels'

type Part = { form: UseFormReturnType<EditorValues> }

/** Title, category and description of a course. */
export function Essentials({ form }: Part) {
  const categories = useQuery(categoriesQuery())
  return (
    <>
      <TextInput label={t`Title`} {...form.getInputProps('title')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label={t`Category`} list="categories" {...form.getInputProps('category')} />
        <NativeSelect label={t`Format`} data={options(typeLabels)} {...form.getInputProps('course_type')} />
        <NativeSelect label={t`Level`} data={options(levelLabels)} {...form.getInputProps('level')} />
        <Choice
          label={t`Language`}
          choices={languages}
          chosen={form.getInitialValues().language}
          {...form.getInputProps('language')}
        />
      </SimpleGrid>
      <datalist id="categories">
        {categories.data?.value.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <WrittenField
        label={t`Summary`}
        description={t`One or two sentences for the catalogue.`}
        rows={2}
        text={form.values.summary}
        format={form.values.summary_format}
        onText={(summary) => form.setValues({ summary, summary_format: 'html' })}
        error={form.errors.summary}
      />
      <WrittenField
        label={t`Description`}
        isArticle
        rows={6}
        text={form.values.description}
        format={form.values.description_format}
        onText={(description) => form.setValues({ description, description_format: 'html' })}
        error={form.errors.description}
      />
    </>
  )
}

type WrittenProps = Omit<ComponentProps<typeof RichTextField>, 'initial' | 'onChange'> &
  WrittenText & { onText: (html: string) => void }

/** A text with formatting whose value is in the form. */
function WrittenField({ text, format, onText, ...field }: WrittenProps) {
  const [typed, setTyped] = useState({ text, edition: 0 })
  // The form has been given another course: the editor begins anew with its text.
  if (typed.text !== text) setTyped({ text, edition: typed.edition + 1 })
  return (
    <RichTextField
      key={typed.edition}
      initial={{ text, format }}
      onChange={(html) => {
        setTyped({ ...typed, text: html })
        onText(html)
      }}
      {...field}
    />
  )
}

/** Features, prerequisites and outcomes of a course. */
export function Offers({ form }: Part) {
  const check = (name: keyof EditorValues, label: string) => (
    <Checkbox label={label} {...form.getInputProps(name, { type: 'checkbox' })} />
  )
  const lines = (name: keyof EditorValues, label: string) => (
    <Textarea label={label} description={t`One per line.`} rows={3} {...form.getInputProps(name)} />
  )
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <NumberInput
          label={t`Minimum hours per week`}
          min={0}
          max={168}
          allowDecimal={false}
          {...form.getInputProps('min_hours_per_week')}
        />
        <NumberInput
          label={t`Maximum hours per week`}
          min={0}
          max={168}
          allowDecimal={false}
          {...form.getInputProps('max_hours_per_week')}
        />
        <NumberInput
          label={t({ message: 'Sessions', context: 'course' })}
          min={0}
          allowDecimal={false}
          {...form.getInputProps('no_of_sessions')}
        />
      </SimpleGrid>
      <Group gap="lg">
        {check('is_certification', t`Certificate`)}
        {check('is_assignments', t`Assignments`)}
        {check('is_projects', t`Projects`)}
        {check('is_quizzes', t`Quizzes`)}
      </Group>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {lines('outcomes', t`Learning outcomes`)}
        {lines('prerequisites', t`Requirements`)}
        {lines('audience', t`Who it's for`)}
        {lines('features', t`What's included`)}
        {lines('tools_technologies', t`Tools`)}
      </SimpleGrid>
      {check('brochure_gated', t`Send the brochure by email only`)}
    </>
  )
}

export function Faq({ form }: Part) {
  return (
    <Stack>
      {form.values.faq.map((_, i) => (
        <FaqFields key={form.key(`faq.${i}`)} form={form} place={i} />
      ))}
      <Button
        variant="default"
        style={{ alignSelf: 'start' }}
        onClick={() => form.insertListItem('faq', { question: '', answer: '', answer_format: 'html' })}
      >
        <Trans>Add question</Trans>
      </Button>
    </Stack>
  )
}

function FaqFields({ form, place }: Part & { place: number }) {
  const number = place + 1
  const { question = '', answer = '', answer_format } = form.values.faq[place] ?? {}
  return (
    <Stack gap="xs">
      <TextInput label={t`Question ${number}`} {...form.getInputProps(`faq.${place}.question`)} />
      <WrittenField
        label={t`Answer ${number}`}
        rows={2}
        text={answer}
        format={answer_format}
        onText={(html) => form.replaceListItem('faq', place, { question, answer: html, answer_format: 'html' })}
        error={form.errors[`faq.${place}.answer`]}
      />
      <Button
        variant="subtle"
        color="red"
        className="flush"
        style={{ alignSelf: 'start' }}
        onClick={() => form.removeListItem('faq', place)}
      >
        <Trans>Remove question {number}</Trans>
      </Button>
    </Stack>
  )
}
