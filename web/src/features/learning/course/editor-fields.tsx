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
import { useState } from 'react'

import { options } from '@/shared/options'
import { RichTextField } from '@/shared/rich-text-field'

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
        <TextInput
          label={t`Language`}
          description={t`A language code, such as en or pt-BR.`}
          inputWrapperOrder={['label', 'input', 'description', 'error']} // in line with the level beside it
          {...form.getInputProps('language')}
        />
      </SimpleGrid>
      <datalist id="categories">
        {categories.data?.value.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Textarea
        label={t`Summary`}
        description={t`One or two sentences for the catalogue.`}
        rows={2}
        {...form.getInputProps('summary')}
      />
      <DescriptionField form={form} />
    </>
  )
}

function DescriptionField({ form }: Part) {
  const { description, description_format: format } = form.values
  const [typed, setTyped] = useState({ text: description, edition: 0 })
  // The form has been given another course: the editor begins anew with its description.
  if (typed.text !== description) setTyped({ text: description, edition: typed.edition + 1 })
  return (
    <RichTextField
      key={typed.edition}
      label={t`Description`}
      isArticle
      rows={6}
      initial={{ text: description, format }}
      onChange={(html) => {
        setTyped({ ...typed, text: html })
        form.setValues({ description: html, description_format: 'html' })
      }}
      error={form.errors.description}
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
        onClick={() => form.insertListItem('faq', { question: '', answer: '' })}
      >
        <Trans>Add question</Trans>
      </Button>
    </Stack>
  )
}

function FaqFields({ form, place }: Part & { place: number }) {
  const number = place + 1
  return (
    <Stack gap="xs">
      <TextInput label={t`Question ${number}`} {...form.getInputProps(`faq.${place}.question`)} />
      <Textarea label={t`Answer ${number}`} rows={2} {...form.getInputProps(`faq.${place}.answer`)} />
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
