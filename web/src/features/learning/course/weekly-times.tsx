import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Fieldset, NativeSelect, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'

import { weekdayName } from '@/shared/wall-time'
import { ZoneField } from '@/shared/zone-field'
import { EditorSection } from './editor-section'
import type { EditorValues } from './editor-values'

type Part = { form: UseFormReturnType<EditorValues> }

/** Who teaches the course, as it is stored. */
type Team = { instructors: EditorValues['instructors'] }

const aSlot = { weekday: '1', start_time: '18:00', end_time: '19:00', instructor_id: '' }

/** When questions are answered every week in a blended course. */
export function WeeklyTimes({ form, instructors }: Part & Team) {
  const { slots } = form.values.doubt_schedule
  return (
    <EditorSection
      title={t`Weekly Q&A sessions`}
      lead={t`When you answer questions every week. While the course is published, each date is booked in the instructor's calendar, 60 days ahead.`}
    >
      <Stack mt="md">
        <ZoneField maw={320} {...form.getInputProps('doubt_schedule.timezone')} />
        {slots.length === 0 && (
          <Text c="dimmed">
            <Trans>No weekly times yet.</Trans>
          </Text>
        )}
        {slots.map((_, i) => (
          <SlotFields key={form.key(`doubt_schedule.slots.${i}`)} form={form} place={i} instructors={instructors} />
        ))}
        <Button
          variant="default"
          style={{ alignSelf: 'start' }}
          onClick={() => form.insertListItem('doubt_schedule.slots', slots.at(-1) ?? aSlot)}
        >
          <Trans>Add weekly time</Trans>
        </Button>
      </Stack>
    </EditorSection>
  )
}

const daysOfWeek = () => [1, 2, 3, 4, 5, 6, 7].map((day) => ({ value: String(day), label: weekdayName(day) }))

function SlotFields({ form, place, instructors }: Part & Team & { place: number }) {
  const number = place + 1
  const field = (name: 'weekday' | 'start_time' | 'end_time' | 'instructor_id') =>
    form.getInputProps(`doubt_schedule.slots.${place}.${name}`)
  return (
    <Fieldset legend={t`Time ${number}`}>
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <NativeSelect label={t`Day`} data={daysOfWeek()} {...field('weekday')} />
        <TextInput type="time" label={t`From`} {...field('start_time')} />
        <TextInput type="time" label={t`To`} {...field('end_time')} />
      </SimpleGrid>
      {instructors.length > 1 && (
        <NativeSelect
          mt="sm"
          label={t`Instructor`}
          description={t`The sessions are booked in their calendar.`}
          data={[
            { value: '', label: t`Nobody yet` },
            ...instructors.map(({ id, full_name }) => ({ value: id, label: full_name })),
          ]}
          {...field('instructor_id')}
        />
      )}
      <Button
        mt="xs"
        variant="subtle"
        color="red"
        className="flush"
        onClick={() => form.removeListItem('doubt_schedule.slots', place)}
      >
        <Trans>Remove time {number}</Trans>
      </Button>
    </Fieldset>
  )
}
