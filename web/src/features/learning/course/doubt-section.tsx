import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Fieldset, Group, NativeSelect, SimpleGrid, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'

import { fieldErrors } from '@/api/client'
import { isStale, useBaseVersion } from '@/shared/base-version'
import { ChangedElsewhere } from '@/shared/changed-elsewhere'
import { FormSummary } from '@/shared/form-summary'
import { QueryView } from '@/shared/query-view'
import { here } from '@/shared/time-zones'
import { weekdayName } from '@/shared/wall-time'
import { versionOf } from './api'
import { DoubtSessions } from './doubt-sessions'
import { EditorSection, inForm, useUnsaved } from './editor-section'
import { SavedVersion } from './saved-version'
import { type TypedCourse, typedQuery, useSaveDoubtSchedule } from './typed-api'
import { ZoneField } from './zone-field'

/** The doubt schedule and doubt sessions of a blended course. */
export function DoubtSection({ courseId }: { courseId: string }) {
  const course = useQuery(typedQuery('blended', courseId))
  return (
    <EditorSection title={t`Q&A sessions`} lead={t`When you answer questions: every week, and in extra sessions.`}>
      <QueryView query={course} skeleton={<Skeleton mt="md" height={160} />}>
        {(c) => (
          <>
            <WeeklyForm course={c} />
            <DoubtSessions course={c} />
          </>
        )}
      </QueryView>
    </EditorSection>
  )
}

const valuesOf = ({ timezone, slots }: TypedCourse['doubt_schedule']) => ({
  timezone: timezone || here(),
  slots: slots.map((slot) => ({ ...slot, weekday: String(slot.weekday) })),
})

type Values = ReturnType<typeof valuesOf>

const aSlot = { weekday: '1', start_time: '18:00', end_time: '19:00' }

function WeeklyForm({ course: { id, doubt_schedule, updatedAt } }: { course: TypedCourse }) {
  const form = useForm<Values>({ mode: 'controlled', initialValues: valuesOf(doubt_schedule) })
  const base = useBaseVersion(valuesOf(doubt_schedule), versionOf(updatedAt))
  const save = useSaveDoubtSchedule(id)
  useUnsaved(() => form.isDirty())
  const take = (saved: TypedCourse['doubt_schedule']) => {
    base.adopt(valuesOf(saved))
    form.setInitialValues(valuesOf(saved))
    form.setValues(valuesOf(saved))
    form.resetDirty()
  }
  const saveOver = (tag: string) =>
    form.onSubmit(({ timezone, slots }) =>
      save.mutate(
        { tag, body: { timezone, slots: slots.map((slot) => ({ ...slot, weekday: Number(slot.weekday) })) } },
        {
          onSuccess: ({ doubt_schedule: saved }) => take(saved),
          onError: (error) => form.setErrors(inForm(fieldErrors(error), 'doubt_schedule')),
        },
      ),
    )
  return (
    <form onSubmit={saveOver(base.tag)} noValidate aria-label={t`Weekly times`}>
      <Stack mt="md">
        {isStale(save.error) && base.changed ? (
          <ChangedElsewhere
            title={t`Another user changed the weekly times`}
            onKeep={saveOver(versionOf(updatedAt))}
            onTake={() => {
              take(doubt_schedule)
              save.reset()
            }}
          >
            <SavedVersion
              items={doubt_schedule.slots.map((slot) => `${weekdayName(slot.weekday)} ${slot.start_time}`)}
            />
          </ChangedElsewhere>
        ) : (
          <FormSummary error={save.error} fields={Object.keys(fieldErrors(save.error))} />
        )}
        <ZoneField maw={320} {...form.getInputProps('timezone')} />
        {form.values.slots.length === 0 && (
          <Text c="dimmed">
            <Trans>No weekly times yet.</Trans>
          </Text>
        )}
        {form.values.slots.map((_, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a slot has no identity but its position
          <SlotFields key={i} form={form} place={i} />
        ))}
        <Button
          variant="default"
          style={{ alignSelf: 'start' }}
          onClick={() => form.insertListItem('slots', form.values.slots.at(-1) ?? aSlot)}
        >
          <Trans>Add weekly time</Trans>
        </Button>
        <Group>
          <Button type="submit" loading={save.isPending}>
            <Trans>Save weekly times</Trans>
          </Button>
          <Text role="status" c="dimmed">
            {save.isSuccess && !form.isDirty() && t`Weekly times saved.`}
          </Text>
        </Group>
      </Stack>
    </form>
  )
}

const daysOfWeek = () => [1, 2, 3, 4, 5, 6, 7].map((day) => ({ value: String(day), label: weekdayName(day) }))

function SlotFields({ form, place }: { form: UseFormReturnType<Values>; place: number }) {
  const number = place + 1
  const field = (name: 'weekday' | 'start_time' | 'end_time') => form.getInputProps(`slots.${place}.${name}`)
  return (
    <Fieldset legend={t`Time ${number}`}>
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <NativeSelect label={t`Day`} data={daysOfWeek()} {...field('weekday')} />
        <TextInput type="time" label={t`From`} {...field('start_time')} />
        <TextInput type="time" label={t`To`} {...field('end_time')} />
      </SimpleGrid>
      <Button mt="xs" variant="subtle" color="red" onClick={() => form.removeListItem('slots', place)}>
        <Trans>Remove time {number}</Trans>
      </Button>
    </Fieldset>
  )
}
