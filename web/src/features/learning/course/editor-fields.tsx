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

import { options } from '@/shared/options'

import { categoriesQuery } from './api'
import type { EditorValues } from './editor-values'
import { levelLabels, typeLabels } from './labels'

type Part = { form: UseFormReturnType<EditorValues> }

/** Title, category and description of a course. */
export function Essentials({ form }: Part) {
  const categories = useQuery(categoriesQuery())
  return (
    <>
      <TextInput label="Title" {...form.getInputProps('title')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label="Category" list="categories" {...form.getInputProps('category')} />
        <NativeSelect label="Way of teaching" data={options(typeLabels)} {...form.getInputProps('course_type')} />
        <NativeSelect label="Level" data={options(levelLabels)} {...form.getInputProps('level')} />
        <TextInput label="Language" description="A code such as en or pt-BR." {...form.getInputProps('language')} />
      </SimpleGrid>
      <datalist id="categories">
        {categories.data?.value.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Textarea
        label="Summary"
        description="One or two sentences, for the catalogue."
        rows={2}
        {...form.getInputProps('summary')}
      />
      <Textarea label="Description" rows={5} {...form.getInputProps('description')} />
    </>
  )
}

/** Features, prerequisites and outcomes of a course. */
export function Offers({ form }: Part) {
  const check = (name: keyof EditorValues, label: string) => (
    <Checkbox label={label} {...form.getInputProps(name, { type: 'checkbox' })} />
  )
  const lines = (name: keyof EditorValues, label: string) => (
    <Textarea label={label} description="One on each line." rows={3} {...form.getInputProps(name)} />
  )
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <NumberInput
          label="Hours a week, at least"
          min={0}
          max={168}
          allowDecimal={false}
          {...form.getInputProps('min_hours_per_week')}
        />
        <NumberInput
          label="Hours a week, at most"
          min={0}
          max={168}
          allowDecimal={false}
          {...form.getInputProps('max_hours_per_week')}
        />
        <NumberInput label="Sessions" min={0} allowDecimal={false} {...form.getInputProps('no_of_sessions')} />
      </SimpleGrid>
      <Group gap="lg">
        {check('is_certification', 'Certificate')}
        {check('is_assignments', 'Assignments')}
        {check('is_projects', 'Projects')}
        {check('is_quizzes', 'Quizzes')}
      </Group>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {lines('outcomes', 'What people will be able to do')}
        {lines('prerequisites', 'What they need')}
        {lines('features', 'What they get')}
        {lines('tools_technologies', 'Tools')}
      </SimpleGrid>
    </>
  )
}

export function Faq({ form }: Part) {
  return (
    <Stack>
      {form.values.faq.map((_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a question has no identity but its position
        <Stack key={i} gap="xs">
          <TextInput label={`Question ${i + 1}`} {...form.getInputProps(`faq.${i}.question`)} />
          <Textarea label={`Answer ${i + 1}`} rows={2} {...form.getInputProps(`faq.${i}.answer`)} />
          <Button
            variant="subtle"
            color="red"
            style={{ alignSelf: 'start' }}
            onClick={() => form.removeListItem('faq', i)}
          >
            Remove question {i + 1}
          </Button>
        </Stack>
      ))}
      <Button
        variant="default"
        style={{ alignSelf: 'start' }}
        onClick={() => form.insertListItem('faq', { question: '', answer: '' })}
      >
        Add a question
      </Button>
    </Stack>
  )
}
