import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Container, NativeSelect, Paper, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'

import { fieldErrors, type Schema } from '@/api/client'
import { FormSummary } from '@/shared/form-summary'
import { options } from '@/shared/options'
import { PageTitle } from '@/shared/page-title'
import { RichTextField } from '@/shared/rich-text-field'

import { categoriesQuery, useCreateCourse } from './api'
import { levelLabels, typeLabels } from './labels'

const empty = {
  title: '',
  category: '',
  course_type: 'blended',
  level: 'beginner',
  summary: '',
  summary_format: 'html',
  description: '',
  description_format: 'html',
} satisfies Schema<'NewCourse'>

/** Creates a course. It keeps what was typed if the server refuses, and asks before leaving with unsaved work. */
export function NewCoursePage({ onCreated }: { onCreated: (courseId: string) => void }) {
  const form = useForm({ mode: 'uncontrolled', initialValues: empty })
  const create = useCreateCourse()
  const categories = useQuery(categoriesQuery())
  useBlocker({
    shouldBlockFn: () => form.isDirty() && !window.confirm(t`Leave this page? Your unsaved changes will be lost.`),
    enableBeforeUnload: () => form.isDirty(),
  })
  const submit = form.onSubmit((values) =>
    create.mutate(values, {
      onSuccess: (course) => {
        form.resetDirty()
        onCreated(course.id)
      },
      onError: (error) => form.setErrors(fieldErrors(error)),
    }),
  )

  return (
    <Container size={760} pt="lg">
      <PageTitle title={t`New course`} />
      <Text c="dimmed" mt={4} mb="lg">
        <Trans>Start with the basics. You add lessons and videos once the course exists.</Trans>
      </Text>
      <Paper withBorder p={{ base: 'md', sm: 'xl' }} bg="var(--card)">
        <form onSubmit={submit} noValidate aria-label={t`New course`}>
          <Stack>
            <FormSummary error={create.error} fields={Object.keys(empty)} />
            <TextInput label={t`Title`} key={form.key('title')} {...form.getInputProps('title')} />
            <TextInput
              label={t`Category`}
              description={t`Choose a category or enter a new one.`}
              list="categories"
              key={form.key('category')}
              {...form.getInputProps('category')}
            />
            <datalist id="categories">
              {categories.data?.value.map(({ name }) => (
                <option key={name} value={name} />
              ))}
            </datalist>
            <NativeSelect
              label={t`Format`}
              data={options(typeLabels)}
              key={form.key('course_type')}
              {...form.getInputProps('course_type')}
            />
            <NativeSelect
              label={t`Level`}
              data={options(levelLabels)}
              key={form.key('level')}
              {...form.getInputProps('level')}
            />
            <RichTextField
              label={t`Summary`}
              description={t`One or two sentences for the catalogue.`}
              rows={2}
              initial={{ text: '' }}
              onChange={(html) => form.setFieldValue('summary', html)}
              error={form.errors.summary}
            />
            <RichTextField
              label={t`Description`}
              description={t`What learners will be able to do after the course.`}
              isArticle
              rows={6}
              initial={{ text: empty.description }}
              onChange={(html) => form.setFieldValue('description', html)}
              error={form.errors.description}
            />
            <Button type="submit" size="md" loading={create.isPending} style={{ alignSelf: 'start' }}>
              <Trans>Create course</Trans>
            </Button>
          </Stack>
        </form>
      </Paper>
    </Container>
  )
}
