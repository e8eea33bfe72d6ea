import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Stack, Text } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useHotkeys } from '@mantine/hooks'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'

import { fieldErrors } from '@/api/client'
import { isStale } from '@/shared/base-version'
import { FormSummary } from '@/shared/form-summary'
import classes from '@/shared/sticky-bar.module.css'
import { toast } from '@/shared/toasts'

import { AccessFields } from './access-fields'
import { BrochureSection } from './brochure-section'
import { CourseStatus } from './course-status'
import { type CoverParts, CoverSection } from './cover-section'
import { DoubtSessions } from './doubt-sessions'
import { EditorConflict } from './editor-conflict'
import { Essentials, Faq, Offers } from './editor-fields'
import { EditorSection, inForm } from './editor-section'
import { type EditorValues, sameEdit, valuesOf } from './editor-values'
import { PriceTable } from './price-table'
import { type RecordingParts, RecordingsSection } from './recordings-section'
import { ScheduleFields } from './schedule-fields'
import { fieldsOfServer, type SettingsTab, SettingsTabs, tabOf, tabsFor } from './settings-tabs'
import { TeamField } from './team-field'
import type { TypedCourse } from './typed-api'
import { useSaveSettings } from './use-save-settings'
import { WeeklyTimes } from './weekly-times'

export type SettingsParts = {
  /** What recordings of a live course are chosen from. */
  recordings: RecordingParts
  /** What covers are chosen from. */
  cover: CoverParts
  /** Called when the course has been deleted. */
  onGone: () => void
}

type Props = SettingsParts & {
  course: TypedCourse
  tab: SettingsTab
  onTab: (tab: SettingsTab) => void
}

/**
 * The settings of a course: one form in tabs, saved as a whole. It keeps what was typed if the server refuses, also because of a
 * newer version, and shows the tab of the first field with an error.
 */
export function SettingsForm({ course, tab: wanted, onTab, ...parts }: Props) {
  const form = useForm<EditorValues>({
    mode: 'controlled',
    initialValues: valuesOf(course),
    validate: {
      title: (title) => (title.trim() ? null : t`Enter a title.`),
      category: (category) => (category.trim() ? null : t`Enter a category.`),
    },
  })
  const [base, rebase] = useBase(form, course)
  const save = useSaveSettings(course.id)
  const tabs = tabsFor(course)
  const tab = tabs.find((one) => one === wanted) ?? 'details'
  const box = useRef<HTMLFormElement>(null)
  const id = useId()
  const theirs = isStale(save.error) && course.updatedAt !== base.updatedAt ? course : undefined
  const dirty = form.isDirty()
  useBlocker({
    shouldBlockFn: ({ current, next }) =>
      current.pathname !== next.pathname &&
      form.isDirty() &&
      !window.confirm(t`Leave this page? Your unsaved changes will be lost.`),
    enableBeforeUnload: () => form.isDirty(),
  })

  const show = (errors: Record<string, unknown>) => {
    const first = tabs.find((one) => Object.keys(errors).some((field) => tabOf(field) === one))
    if (first && first !== tab) onTab(first)
    // The fields of another tab are there after the next render.
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }
  const saveOver = (over: TypedCourse) => {
    const { hasErrors, errors } = form.validate()
    if (hasErrors) return show(errors)
    save.mutate(
      { over, values: form.getValues(), onPart: rebase },
      {
        onSuccess: (saved) => {
          rebase(saved)
          toast(t`Changes saved.`)
        },
        onError: (error) => {
          const refused = fieldsOfServer(inForm(fieldErrors(error)))
          form.setErrors(refused)
          show(refused)
        },
      },
    )
  }
  const discard = () => {
    save.reset()
    rebase(course)
  }
  useHotkeys([['mod+S', () => dirty && saveOver(base)]], [], true) // in every field
  const wrong = new Set(Object.keys(form.errors).map(tabOf))

  return (
    <>
      <SettingsTabs courseId={course.id} tabs={tabs} current={tab} wrong={wrong} />
      {theirs ? (
        <EditorConflict
          mine={form.values}
          theirs={theirs}
          onKeep={() => saveOver(theirs)}
          onTake={() => {
            save.reset()
            rebase(theirs)
          }}
        />
      ) : (
        <FormSummary error={save.error} fields={Object.keys(fieldErrors(save.error))} />
      )}
      {tab === 'page' && <CoverSection course={course} {...parts.cover} />}
      <form
        id={id}
        ref={box}
        onSubmit={(event) => {
          event.preventDefault()
          saveOver(base)
        }}
        noValidate
        aria-label={t`Course settings`}
      >
        <Fields tab={tab} course={course} form={form} />
      </form>
      <Extras tab={tab} course={course} {...parts} />
      {(dirty || save.isPending) && (
        <section className={classes.bar} aria-label={t`Unsaved changes`}>
          <Text fw={600} role="status">
            <Trans>Unsaved changes</Trans>
          </Text>
          <Button variant="default" ms="auto" disabled={save.isPending} onClick={discard}>
            <Trans>Discard</Trans>
          </Button>
          <Button type="submit" form={id} loading={save.isPending}>
            <Trans>Save changes</Trans>
          </Button>
        </section>
      )}
    </>
  )
}

type FieldsProps = { tab: SettingsTab; course: TypedCourse; form: UseFormReturnType<EditorValues> }

/** The fields of a tab, which are saved together with those of the others. */
function Fields({ tab, course, form }: FieldsProps) {
  switch (tab) {
    case 'details':
      return (
        <EditorSection title={t`Details`}>
          <Stack mt="md">
            <Essentials form={form} />
          </Stack>
        </EditorSection>
      )
    case 'page':
      return (
        <>
          <EditorSection title={t`Scope and outcomes`} lead={t`What the course page says about the course.`}>
            <Stack mt="md">
              <Offers form={form} />
            </Stack>
          </EditorSection>
          <EditorSection title={t`Frequently asked questions`}>
            <Stack mt="md">
              <Faq form={form} />
            </Stack>
          </EditorSection>
        </>
      )
    case 'pricing':
      return (
        <EditorSection title={t`Prices`} lead={t`One row for each currency in which you sell the course.`}>
          <PriceTable form={form} />
        </EditorSection>
      )
    case 'access':
      return course.course_type === 'free' ? <AccessFields form={form} /> : null
    case 'team':
      return <TeamField form={form} />
    case 'schedule':
      return course.course_type === 'live' ? (
        <ScheduleFields form={form} />
      ) : (
        <WeeklyTimes form={form} instructors={course.instructors} />
      )
  }
}

/** What a tab has besides its fields: each of it takes effect at once. */
function Extras({ tab, course, recordings, onGone }: SettingsParts & { tab: SettingsTab; course: TypedCourse }) {
  if (tab === 'page') return <BrochureSection course={course} />
  if (tab === 'access') return <CourseStatus course={course} onGone={onGone} />
  if (tab !== 'schedule') return null
  if (course.course_type === 'live') return <RecordingsSection courseId={course.id} {...recordings} />
  return (
    <EditorSection title={t`Q&A sessions ahead`} lead={t`The dates of the weekly times, and extra ones.`}>
      <DoubtSessions course={course} />
    </EditorSection>
  )
}

/**
 * The course that the form edits. A newer one from the server replaces it if the form shows no
 * difference or nothing has been typed; otherwise saving runs into the newer version.
 */
function useBase(form: UseFormReturnType<EditorValues>, course: TypedCourse) {
  const [base, setBase] = useState(course)
  /** Begins from another course; `kept` are values that stay as they were typed. */
  const rebase = (next: TypedCourse, kept: Partial<EditorValues> = {}) => {
    form.setInitialValues(valuesOf(next))
    form.setValues({ ...valuesOf(next), ...kept })
    form.resetDirty(valuesOf(next))
    form.clearErrors()
    setBase(next)
  }
  const follow = useEffectEvent((newest: TypedCourse) => {
    if (newest.updatedAt === base.updatedAt) return
    if (sameEdit(newest, base)) setBase(newest)
    else if (!form.isDirty()) rebase(newest)
  })
  useEffect(() => follow(course), [course])
  return [base, rebase] as const
}
