import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import {
  Button,
  Chip,
  Group,
  Input,
  NumberInput,
  Paper,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { fieldErrors, type Schema } from '@/api/client'
import { FormSummary } from '@/shared/form-summary'
import { PageHead } from '@/shared/page-head'
import { here } from '@/shared/time-zones'
import { weekdayName } from '@/shared/wall-time'
import { ZoneField } from '@/shared/zone-field'

import { checkQuery, useCreateBatch, useCurrencies } from './api'
import { ClassroomField } from './classroom-field'
import { IndividualPrice } from './individual-price'
import { InstructorField } from './instructor-field'
import { LearnerField } from './learner-field'
import { type BatchValues, batchOf, emptyBatch, learnersOf, shifted, wantedOf } from './new-batch'
import classes from './new-batch-form.module.css'
import { SchedulePreview } from './schedule-preview'
import { SuggestedInstructors } from './suggested-instructors'
import { weekdays } from './weekdays'

type Props = { courseId: string; onCreated: (batchId: string) => void }
type Part = { form: UseFormReturnType<BatchValues> }

/** The head of the page of a new batch. */
export const NewBatchHead = () => (
  <PageHead title={t`New batch`} lead={t`Fixed sessions with an instructor, for a group or for one learner.`} />
)

const pause = 400 // milliseconds without a change before the server lays the sessions out

/** Creates a batch: who takes part, and a weekly rule whose sessions are shown with what is in their way. */
export function NewBatchForm({ courseId, onCreated }: Props) {
  const form = useForm<BatchValues>({ initialValues: emptyBatch(here()) })
  const create = useCreateBatch(courseId)
  const [wanted] = useDebouncedValue(wantedOf(form.values, courseId), pause)
  const check = useQuery(checkQuery(wanted))
  const currencies = useCurrencies(courseId, form.values.batch_type === 'individual')
  useBlocker({
    shouldBlockFn: () => form.isDirty() && !window.confirm(t`Leave this page? Your unsaved changes will be lost.`),
    enableBeforeUnload: () => form.isDirty(),
  })
  const submit = form.onSubmit((values) =>
    create.mutate(batchOf(values, check.data?.entries ?? [], currencies), {
      onSuccess: ({ id }) => {
        form.resetDirty()
        onCreated(id)
      },
      onError: (error) => form.setErrors(fieldErrors(error)),
    }),
  )
  return (
    <form onSubmit={submit} noValidate aria-label={t`New batch`} className={classes.columns}>
      <Stack>
        <FormSummary error={create.error} fields={Object.keys(form.values)} />
        <People form={form} courseId={courseId} suggested={check.data?.instructors} />
        <Rule form={form} />
        {form.values.batch_type === 'individual' && (
          <Section title={t`Price`}>
            <IndividualPrice
              form={form}
              courseId={courseId}
              currencies={currencies}
              sessions={check.data?.entries.length}
            />
          </Section>
        )}
        <Button type="submit" size="md" loading={create.isPending} style={{ alignSelf: 'start' }}>
          <Trans>Create batch</Trans>
        </Button>
      </Stack>
      <SchedulePreview
        check={check}
        timezone={form.values.timezone}
        exdates={form.values.exdates}
        onExdates={(exdates) => form.setFieldValue('exdates', exdates)}
        skips={form.values.skips_conflicts}
        onSkips={(skips) => form.setFieldValue('skips_conflicts', skips)}
        moved={form.values.moved}
        onMoved={(moved) => form.setFieldValue('moved', moved)}
        onRoom={(id) => form.setValues({ room_id: id, moved: {} })}
        onShift={(shift) => form.setValues(shifted(form.values, shift))}
      />
    </form>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <Paper component="section" withBorder p={{ base: 'md', sm: 'xl' }} bg="var(--card)" aria-label={title}>
    <Title order={2} size="h4" mb="md">
      {title}
    </Title>
    <Stack>{children}</Stack>
  </Paper>
)

type PeopleProps = Part & { courseId: string; suggested: Schema<'SuggestedInstructors'> | undefined }

function People({ form, courseId, suggested }: PeopleProps) {
  const individual = form.values.batch_type === 'individual'
  return (
    <Section title={t`Participants`}>
      <SegmentedControl
        aria-label={t`Type`}
        data={[
          { value: 'group', label: t`Group` },
          { value: 'individual', label: t`One-to-one` },
        ]}
        {...form.getInputProps('batch_type')}
      />
      <TextInput
        label={individual ? t`Name (optional)` : t`Name`}
        description={
          individual
            ? t`If you leave it empty, the batch is named after its course, instructor and learner.`
            : undefined
        }
        maxLength={200}
        {...form.getInputProps('batch_name')}
      />
      <InstructorField courseId={courseId} {...form.getInputProps('assigned_instructor')} />
      {suggested && (
        <SuggestedInstructors
          suggested={suggested}
          chosen={form.values.assigned_instructor}
          onChoose={(id) => form.setValues({ assigned_instructor: id, moved: {} })}
        />
      )}
      {individual ? (
        <LearnerField courseId={courseId} {...form.getInputProps('student_id')} />
      ) : (
        <NumberInput
          label={t`Seats`}
          min={1}
          max={10_000}
          allowDecimal={false}
          maw={160}
          {...form.getInputProps('capacity')}
        />
      )}
      <ClassroomField
        learners={learnersOf(form.values)}
        {...form.getInputProps('room_id')}
        onChange={({ currentTarget: { value } }) => form.setValues({ room_id: value, moved: {} })}
      />
      <Textarea
        label={t`Notes (optional)`}
        description={t`For members and instructors.`}
        rows={2}
        maxLength={2000}
        {...form.getInputProps('batch_notes')}
      />
    </Section>
  )
}

function Rule({ form }: Part) {
  return (
    <Section title={t({ message: 'Sessions', context: 'batch' })}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput type="date" label={t`First day`} {...form.getInputProps('start_date')} />
        <NumberInput
          label={t`Number of sessions`}
          min={1}
          max={500}
          allowDecimal={false}
          {...form.getInputProps('count')}
        />
      </SimpleGrid>
      <Input.Wrapper
        label={t`Weekdays`}
        description={t`If you choose none, the weekday of the first day applies.`}
        labelElement="div"
      >
        <Chip.Group multiple {...form.getInputProps('weekdays')}>
          <Group gap={6} mt={6} role="group" aria-label={t`Weekdays`}>
            {weekdays.map((day, i) => (
              <Chip key={day} value={day} variant="outline" aria-label={weekdayName(i + 1)}>
                {weekdayName(i + 1, 'short')}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      </Input.Wrapper>
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <TextInput type="time" label={t`From`} {...form.getInputProps('start_time')} />
        <TextInput type="time" label={t`To`} {...form.getInputProps('end_time')} />
        <NumberInput
          label={t`Every … weeks`}
          min={1}
          max={52}
          allowDecimal={false}
          {...form.getInputProps('interval')}
        />
      </SimpleGrid>
      <ZoneField {...form.getInputProps('timezone')} />
      <Text size="sm" c="dimmed">
        <Trans>Sessions keep this local time, also when the clocks change.</Trans>
      </Text>
    </Section>
  )
}
