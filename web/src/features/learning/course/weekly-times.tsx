import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Fieldset, NativeSelect, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'

import { weekdayName } from '@/shared/wall-time'
import { ZoneField } from '@/shared/zone-field'
import { EditorSection } from './editor-section'
import type { EditorValues } from './editor-values'

type Part = { form: UseFormReturnType<EditorValues> }

const aSlot = { weekday: '1', start_time: '18:00', end_time: '19:00' }

/** When questions are answered every week in a blended course. */
export function WeeklyTimes({ form }: Part) {
  const { slots } = form.values.doubt_schedule
  return (
    <EditorSection title={t`Weekly Q&A sessions`} lead={t`When you answer questions every week.`}>
      <Stack mt="md">
        <ZoneField maw={320} {...form.getInputProps('doubt_schedule.timezone')} />
        {slots.length === 0 && (
          <Text c="dimmed">
            <Trans>No weekly times yet.</Trans>
          </Text>
        )}
        {slots.map((_, i) => (
          <SlotFields key={form.key(`doubt_schedule.slots.${i}`)} form={form} place={i} />
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

function SlotFields({ form, place }: Part & { place: number }) {
  const number = place + 1
  const field = (name: 'weekday' | 'start_time' | 'end_time') =>
    form.getInputProps(`doubt_schedule.slots.${place}.${name}`)
  return (
    <Fieldset legend={t`Time ${number}`}>
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <NativeSelect label={t`Day`} data={daysOfWeek()} {...field('weekday')} />
        <TextInput type="time" label={t`From`} {...field('start_time')} />
        <TextInput type="time" label={t`To`} {...field('end_time')} />
      </SimpleGrid>
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
