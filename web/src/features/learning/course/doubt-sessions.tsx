import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, List, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'

import { fieldErrors } from '@/api/client'
import { FormSummary } from '@/shared/form-summary'
import { Failure } from '@/shared/query-view'
import { here } from '@/shared/time-zones'
import { WallClock } from '@/shared/wall-clock'
import { sessionTime } from '@/shared/wall-time'
import { ZoneField } from '@/shared/zone-field'
import { useUnsaved } from './editor-section'
import { type TypedCourse, useAddDoubtSession, useRemoveDoubtSession } from './typed-api'

/** Lists doubt sessions and adds another. */
export function DoubtSessions({ course: { id, doubt_sessions, instructors } }: { course: TypedCourse }) {
  const remove = useRemoveDoubtSession(id)
  return (
    <Stack mt="md">
      {remove.error && <Failure error={remove.error} />}
      {doubt_sessions.length === 0 ? (
        <Text c="dimmed">
          <Trans>No extra sessions yet.</Trans>
        </Text>
      ) : (
        <List spacing="xs" listStyleType="none" aria-label={t`Extra sessions`}>
          {doubt_sessions.map((session) => {
            const { title } = session
            const time = sessionTime(session, session.timezone)
            const when = time.there
            return (
              <List.Item key={session.id}>
                {title && `${title}: `}
                <WallClock {...time} />
                {session.instructor_name && ` · ${session.instructor_name}`}{' '}
                <Button
                  size="compact-sm"
                  variant="subtle"
                  color="red"
                  disabled={remove.isPending}
                  aria-label={title ? t`Remove ${title}, ${when}` : t`Remove session, ${when}`}
                  onClick={() => remove.mutate(session.id)}
                >
                  <Trans>Remove</Trans>
                </Button>
              </List.Item>
            )
          })}
        </List>
      )}
      <NewSession courseId={id} instructors={instructors} />
    </Stack>
  )
}

const empty = { title: '', date: '', start_time: '', end_time: '' }

type NewProps = { courseId: string; instructors: TypedCourse['instructors'] }

function NewSession({ courseId, instructors }: NewProps) {
  const form = useForm({
    mode: 'controlled',
    initialValues: { ...empty, timezone: here(), instructor_id: '' },
    validate: {
      date: (value) => (value ? null : t`Choose a date.`),
      start_time: (value) => (value ? null : t`Choose a start time.`),
      end_time: (value) => (value ? null : t`Choose an end time.`),
    },
  })
  const add = useAddDoubtSession(courseId)
  useUnsaved(() => form.isDirty())
  const submit = form.onSubmit((values) =>
    add.mutate(values, {
      onSuccess: () => {
        form.setValues(empty)
        form.resetDirty()
      },
      onError: (error) => form.setErrors(fieldErrors(error)),
    }),
  )
  return (
    <form onSubmit={submit} noValidate aria-label={t`Extra session`}>
      <Stack gap="sm">
        <FormSummary error={add.error} fields={Object.keys(fieldErrors(add.error))} />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput label={t`Topic`} maxLength={100} {...form.getInputProps('title')} />
          <ZoneField {...form.getInputProps('timezone')} />
        </SimpleGrid>
        <SimpleGrid cols={{ base: 1, xs: 3 }}>
          <TextInput type="date" label={t`Date`} {...form.getInputProps('date')} />
          <TextInput type="time" label={t`From`} {...form.getInputProps('start_time')} />
          <TextInput type="time" label={t`To`} {...form.getInputProps('end_time')} />
        </SimpleGrid>
        {instructors.length > 1 && (
          <Select
            label={t`Instructor`}
            description={t`The session takes their time. If you choose nobody, it takes yours.`}
            data={instructors.map((i) => ({ value: i.id, label: i.full_name }))}
            clearable
            {...form.getInputProps('instructor_id')}
          />
        )}
        <Group>
          <Button type="submit" variant="default" loading={add.isPending}>
            <Trans>Add session</Trans>
          </Button>
          <Text role="status" c="dimmed">
            {add.isSuccess && !form.isDirty() && t`Session added.`}
          </Text>
        </Group>
      </Stack>
    </form>
  )
}
