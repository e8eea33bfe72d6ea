import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Fieldset, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { ZoneField } from '@/shared/zone-field'
import { EditorSection } from './editor-section'
import type { EditorValues } from './editor-values'

type Part = { form: UseFormReturnType<EditorValues> }
type Entry = EditorValues['schedule']['entries'][number]

/** The schedule of a live course: sessions in wall-clock time of one zone. */
export function ScheduleFields({ form }: Part) {
  const { entries } = form.values.schedule
  return (
    <EditorSection
      title={t`Schedule`}
      lead={t`When this live course takes place. Learners also see the times in their own time zone.`}
    >
      <Stack mt="md">
        <ZoneField maw={320} {...form.getInputProps('schedule.timezone')} />
        {entries.length === 0 && (
          <Text c="dimmed">
            <Trans>No sessions yet.</Trans>
          </Text>
        )}
        {entries.map((_, i) => (
          <EntryFields key={form.key(`schedule.entries.${i}`)} form={form} place={i} />
        ))}
        <Button
          variant="default"
          style={{ alignSelf: 'start' }}
          onClick={() => form.insertListItem('schedule.entries', following(entries.at(-1)))}
        >
          <Trans>Add session</Trans>
        </Button>
      </Stack>
    </EditorSection>
  )
}

/** The initial values of a new session: a week after the last, at the same time. */
function following(last: Entry | undefined): Entry {
  if (!last) return { date: '', start_time: '', end_time: '', title: '', description: '' }
  const day = Date.parse(last.date)
  const date = Number.isNaN(day) ? '' : new Date(day + 7 * 86_400_000).toISOString().slice(0, 10)
  return { ...last, date, title: '', description: '' }
}

function EntryFields({ form, place }: Part & { place: number }) {
  const number = place + 1
  const field = (name: keyof Entry) => form.getInputProps(`schedule.entries.${place}.${name}`)
  return (
    <Fieldset legend={t`Session ${number}`}>
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <TextInput type="date" label={t`Date`} {...field('date')} />
        <TextInput type="time" label={t`From`} {...field('start_time')} />
        <TextInput type="time" label={t`To`} {...field('end_time')} />
      </SimpleGrid>
      <TextInput mt="sm" label={t`Title`} maxLength={100} {...field('title')} />
      <Textarea mt="sm" label={t`Description`} rows={2} maxLength={500} {...field('description')} />
      <Button
        mt="xs"
        variant="subtle"
        color="red"
        className="flush"
        onClick={() => form.removeListItem('schedule.entries', place)}
      >
        <Trans>Remove session {number}</Trans>
      </Button>
    </Fieldset>
  )
}
