import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Fieldset, Group, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'

import { fieldErrors } from '@/api/client'
import { isStale, useBaseVersion } from '@/shared/base-version'
import { ChangedElsewhere } from '@/shared/changed-elsewhere'
import { FormSummary } from '@/shared/form-summary'
import { dated } from '@/shared/format'
import { here } from '@/shared/time-zones'

import { type CourseDetail, versionOf } from './api'
import { EditorSection, inForm, useUnsaved } from './editor-section'
import { SavedVersion } from './saved-version'
import { useSaveSchedule } from './typed-api'
import { ZoneField } from './zone-field'

const valuesOf = ({ timezone, entries }: CourseDetail['schedule']) => ({
  timezone: timezone || here(),
  entries: entries.map(({ starts_at: _, ends_at: __, ...entry }) => entry),
})

type Values = ReturnType<typeof valuesOf>
type Entry = Values['entries'][number]

/** The schedule of a live course: sessions in wall-clock time of one zone. */
export function ScheduleSection({ course: { id, schedule, updatedAt } }: { course: CourseDetail }) {
  const form = useForm<Values>({ mode: 'controlled', initialValues: valuesOf(schedule) })
  const base = useBaseVersion(valuesOf(schedule), versionOf(updatedAt))
  const save = useSaveSchedule(id)
  useUnsaved(() => form.isDirty())
  const take = (saved: CourseDetail['schedule']) => {
    base.adopt(valuesOf(saved))
    form.setInitialValues(valuesOf(saved))
    form.setValues(valuesOf(saved))
    form.resetDirty()
  }
  const saveOver = (tag: string) =>
    form.onSubmit((body) =>
      save.mutate(
        { tag, body },
        {
          onSuccess: ({ schedule: saved }) => take(saved),
          onError: (error) => form.setErrors(inForm(fieldErrors(error), 'schedule')),
        },
      ),
    )
  const { entries } = form.values
  return (
    <EditorSection
      title={t`Schedule`}
      lead={t`When this live course takes place. Learners also see the times in their own time zone.`}
    >
      <form onSubmit={saveOver(base.tag)} noValidate aria-label={t`Schedule`}>
        <Stack mt="md">
          {isStale(save.error) && base.changed ? (
            <ChangedElsewhere
              title={t`Another user changed the schedule`}
              onKeep={saveOver(versionOf(updatedAt))}
              onTake={() => {
                take(schedule)
                save.reset()
              }}
            >
              <SavedVersion
                items={schedule.entries.map(({ date, title }) => (title ? `${dated(date)} ${title}` : dated(date)))}
              />
            </ChangedElsewhere>
          ) : (
            <FormSummary
              error={save.error}
              fields={Object.keys(fieldErrors(save.error)).filter((name) => name !== 'schedule')}
            />
          )}
          <ZoneField maw={320} {...form.getInputProps('timezone')} />
          {entries.length === 0 && (
            <Text c="dimmed">
              <Trans>No sessions yet.</Trans>
            </Text>
          )}
          {entries.map((_, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a session has no identity but its position
            <EntryFields key={i} form={form} place={i} />
          ))}
          <Button
            variant="default"
            style={{ alignSelf: 'start' }}
            onClick={() => form.insertListItem('entries', following(entries.at(-1)))}
          >
            <Trans>Add session</Trans>
          </Button>
          <Group>
            <Button type="submit" loading={save.isPending}>
              <Trans>Save schedule</Trans>
            </Button>
            <Text role="status" c="dimmed">
              {save.isSuccess && !form.isDirty() && t`Schedule saved.`}
            </Text>
          </Group>
        </Stack>
      </form>
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

function EntryFields({ form, place }: { form: UseFormReturnType<Values>; place: number }) {
  const number = place + 1
  const field = (name: keyof Entry) => form.getInputProps(`entries.${place}.${name}`)
  return (
    <Fieldset legend={t`Session ${number}`}>
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <TextInput type="date" label={t`Date`} {...field('date')} />
        <TextInput type="time" label={t`From`} {...field('start_time')} />
        <TextInput type="time" label={t`To`} {...field('end_time')} />
      </SimpleGrid>
      <TextInput mt="sm" label={t`Title`} maxLength={100} {...field('title')} />
      <Textarea mt="sm" label={t`Description`} rows={2} maxLength={500} {...field('description')} />
      <Button mt="xs" variant="subtle" color="red" onClick={() => form.removeListItem('entries', place)}>
        <Trans>Remove session {number}</Trans>
      </Button>
    </Fieldset>
  )
}
