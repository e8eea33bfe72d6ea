import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Container, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { fieldErrors } from '@/api/client'
import { FormSummary } from '@/shared/form-summary'
import { PageHead } from '@/shared/page-head'
import { QueryView } from '@/shared/query-view'

import { AccessSection } from './access-section'
import { type CourseDetail, courseQuery, newerOf, useUpdateCourse } from './api'
import { BrochureSection } from './brochure-section'
import { CourseStatus } from './course-status'
import { type CoverParts, CoverSection } from './cover-section'
import { DoubtSection } from './doubt-section'
import { EditorConflict } from './editor-conflict'
import { Essentials, Faq, Offers } from './editor-fields'
import { inForm, useUnsaved } from './editor-section'
import { bodyOf, type EditorValues, sameEdit, valuesOf } from './editor-values'
import { PriceRows } from './price-rows'
import { type RecordingParts, RecordingsSection } from './recordings-section'
import { ScheduleSection } from './schedule-section'
import { TeachersSection } from './teachers-section'

type Props = {
  courseId: string
  /** Called when the course has been deleted. */
  onGone: () => void
  /** What recordings of a live course are chosen from. */
  recordings: RecordingParts
  /** What covers are chosen from. */
  cover: CoverParts
}

/** Edits a course: its description, prices and teachers, and what only its type has. */
export function EditorPage({ courseId, onGone, recordings, cover }: Props) {
  const course = useQuery(courseQuery(courseId))
  return (
    <Container size={900} px={0} ms={0}>
      <QueryView query={course} skeleton={<Skeleton height={400} radius="lg" />}>
        {(c) =>
          c.can_teach ? (
            <>
              <PageHead title={t`Settings`} />
              <CoverSection course={c} {...cover} />
              <Editor key={c.id} course={c} />
              {c.course_type === 'live' && (
                <>
                  <ScheduleSection course={c} />
                  <RecordingsSection courseId={courseId} {...recordings} />
                </>
              )}
              {c.course_type === 'blended' && <DoubtSection courseId={courseId} />}
              {c.course_type === 'free' && <AccessSection course={c} />}
              <BrochureSection course={c} />
              <TeachersSection course={c} />
              <CourseStatus course={c} onGone={onGone} />
            </>
          ) : (
            <Text>
              <Trans>Only the instructors of this course can edit it.</Trans>
            </Text>
          )
        }
      </QueryView>
    </Container>
  )
}

/** The form. It keeps what was typed if the server refuses, also because of a newer version. */
function Editor({ course }: { course: CourseDetail }) {
  const form = useForm<EditorValues>({ mode: 'controlled', initialValues: valuesOf(course) })
  const [base, rebase] = useBase(form, course)
  const update = useUpdateCourse()
  const theirs = newerOf(update.error)
  useUnsaved(() => form.isDirty())
  const save = (over: CourseDetail) =>
    update.mutate(
      { over, body: bodyOf(form.getValues(), over) },
      { onSuccess: rebase, onError: (error) => form.setErrors(inForm(fieldErrors(error))) },
    )
  const take = (newer: CourseDetail) => {
    update.reset()
    rebase(newer)
  }
  return (
    <Paper withBorder p={{ base: 'md', sm: 'xl' }} mt="lg" bg="var(--card)">
      <form onSubmit={form.onSubmit(() => save(base))} noValidate aria-label={t`Course`}>
        <Stack>
          {theirs ? (
            <EditorConflict
              mine={form.values}
              theirs={theirs}
              onKeep={() => save(theirs)}
              onTake={() => take(theirs)}
            />
          ) : (
            <FormSummary
              error={update.error}
              fields={[...Object.keys(form.values), ...Object.keys(fieldErrors(update.error))]}
            />
          )}
          <Essentials form={form} />
          <Title order={2} size="h4" mt="md">
            <Trans>Scope and outcomes</Trans>
          </Title>
          <Offers form={form} />
          <Title order={2} size="h4" mt="md">
            <Trans>Prices</Trans>
          </Title>
          <PriceRows form={form} />
          <Title order={2} size="h4" mt="md">
            <Trans>Frequently asked questions</Trans>
          </Title>
          <Faq form={form} />
          <Group>
            <Button type="submit" size="md" loading={update.isPending}>
              <Trans>Save changes</Trans>
            </Button>
            <Text role="status" c="dimmed">
              {update.isSuccess && !form.isDirty() && t`Changes saved.`}
            </Text>
          </Group>
        </Stack>
      </form>
    </Paper>
  )
}

/**
 * The course that the form edits. A newer one from the server replaces it if the form shows no
 * difference or nothing has been typed; otherwise saving runs into the newer version.
 */
function useBase(form: UseFormReturnType<EditorValues>, course: CourseDetail) {
  const [base, setBase] = useState(course)
  const rebase = (next: CourseDetail) => {
    form.setInitialValues(valuesOf(next))
    form.setValues(valuesOf(next))
    form.resetDirty()
    setBase(next)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only for another course from the server
  useEffect(() => {
    if (course.updatedAt === base.updatedAt) return
    if (sameEdit(course, base)) setBase(course)
    else if (!form.isDirty()) rebase(course)
  }, [course])
  return [base, rebase] as const
}
