import {
  Button,
  Checkbox,
  Container,
  Group,
  NativeSelect,
  NumberInput,
  Paper,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'

import { fieldErrors } from '@/api/client'
import { FormSummary } from '@/shared/form-summary'
import { ButtonLink } from '@/shared/link'
import { options } from '@/shared/options'
import { PageHead } from '@/shared/page-head'
import { QueryView } from '@/shared/query-view'

import { type CourseDetail, categoriesQuery, courseQuery, useUpdateCourse } from './api'
import { CourseStatus } from './course-status'
import { bodyOf, type EditorValues, valuesOf } from './editor-values'
import { levelLabels, typeLabels } from './labels'
import { PriceRows } from './price-rows'
import { TeachingLinks } from './teaching-links'

/** Changes what a course says of itself and what it costs. `onGone` is called when it has been deleted. */
export function EditorPage({ courseId, onGone }: { courseId: string; onGone: () => void }) {
  const course = useQuery(courseQuery(courseId))
  return (
    <Container size={900} pt="lg">
      <QueryView query={course} skeleton={<Skeleton height={400} radius="lg" />}>
        {(c) =>
          c.can_teach ? (
            <>
              <PageHead title={c.title}>
                <ButtonLink to="/courses/$courseId" params={{ courseId }} variant="default">
                  See its page
                </ButtonLink>
                <TeachingLinks courseId={courseId} />
              </PageHead>
              <Editor key={c.id} course={c} />
              <CourseStatus course={c} onGone={onGone} />
            </>
          ) : (
            <Text>Only those who teach this course can change it.</Text>
          )
        }
      </QueryView>
    </Container>
  )
}

/** The form. What was typed is kept when the server refuses, also when somebody else was faster. */
function Editor({ course }: { course: CourseDetail }) {
  const form = useForm<EditorValues>({ mode: 'controlled', initialValues: valuesOf(course) })
  const update = useUpdateCourse(course)
  useBlocker({
    shouldBlockFn: () => form.isDirty() && !window.confirm('Leave this page? What you typed is not saved yet.'),
    enableBeforeUnload: () => form.isDirty(),
  })
  const submit = form.onSubmit((values) =>
    update.mutate(bodyOf(values, course), {
      onSuccess: (saved) => {
        form.setInitialValues(valuesOf(saved))
        form.setValues(valuesOf(saved))
        form.resetDirty()
      },
      onError: (error) => form.setErrors(inForm(fieldErrors(error))),
    }),
  )
  return (
    <Paper withBorder p={{ base: 'md', sm: 'xl' }} bg="var(--card)">
      <form onSubmit={submit} noValidate aria-label="Course">
        <Stack>
          <FormSummary
            error={update.error}
            fields={[...Object.keys(form.values), ...Object.keys(fieldErrors(update.error))]}
          />
          <Essentials form={form} />
          <Title order={2} size="h4" mt="md">
            What it offers
          </Title>
          <Offers form={form} />
          <Title order={2} size="h4" mt="md">
            Prices
          </Title>
          <PriceRows form={form} />
          <Title order={2} size="h4" mt="md">
            Questions that people ask
          </Title>
          <Faq form={form} />
          <Group>
            <Button type="submit" size="md" loading={update.isPending}>
              Save
            </Button>
            <Text role="status" c="dimmed">
              {update.isSuccess && !form.isDirty() && 'Saved'}
            </Text>
          </Group>
        </Stack>
      </form>
    </Paper>
  )
}

/** `prices[0].batch` is `prices.0.batch` to the form. */
const inForm = (errors: Record<string, string>) =>
  Object.fromEntries(Object.entries(errors).map(([field, text]) => [field.replace(/\[(\d+)\]/g, '.$1'), text]))

type Part = { form: UseFormReturnType<EditorValues> }

function Essentials({ form }: Part) {
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
        {categories.data?.map(({ name }) => (
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

function Offers({ form }: Part) {
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

function Faq({ form }: Part) {
  return (
    <Stack>
      {form.values.faq.map((_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a question has no identity but its place
        <Stack key={i} gap="xs">
          <TextInput label={`Question ${i + 1}`} {...form.getInputProps(`faq.${i}.question`)} />
          <Textarea label={`Answer ${i + 1}`} rows={2} {...form.getInputProps(`faq.${i}.answer`)} />
          <Button
            variant="subtle"
            color="red.9"
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
