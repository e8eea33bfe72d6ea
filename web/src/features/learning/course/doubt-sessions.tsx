import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Button, Group, List, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'

import { fieldErrors } from '@/api/client'
import { FormSummary } from '@/shared/form-summary'
import { TextLink } from '@/shared/link'
import { Failure } from '@/shared/query-view'
import { here } from '@/shared/time-zones'
import { WallClock } from '@/shared/wall-clock'
import { sessionTime } from '@/shared/wall-time'
import { ZoneField } from '@/shared/zone-field'
import { useUnsaved } from './editor-section'
import { type TypedCourse, useAddDoubtSession, useCancelDoubtSession } from './typed-api'

/** Lists the doubt sessions ahead, with the dates of the weekly ones, and adds another. */
export function DoubtSessions({ course: { id, doubt_sessions, instructors } }: { course: TypedCourse }) {
  const cancel = useCancelDoubtSession(id)
  const now = Date.now()
  const ahead = doubt_sessions.filter(({ starts_at }) => Date.parse(starts_at) > now).reverse()
  return (
    <Stack mt="md">
      {cancel.error && <Failure error={cancel.error} />}
      {ahead.length === 0 ? (
        <Text c="dimmed">
          <Trans>No sessions ahead yet.</Trans>
        </Text>
      ) : (
        <List spacing="xs" listStyleType="none" aria-label={t`Sessions ahead`}>
          {ahead.map((session) => (
            <List.Item key={session.id}>
              <DoubtSession session={session} isCancelling={cancel.isPending} onCancel={cancel.mutate} />
            </List.Item>
          ))}
        </List>
      )}
      <NewSession courseId={id} instructors={instructors} />
    </Stack>
  )
}

type SessionProps = {
  session: TypedCourse['doubt_sessions'][number]
  isCancelling: boolean
  onCancel: (id: string) => void
}

function DoubtSession({ session, isCancelling, onCancel }: SessionProps) {
  const { id, title, is_weekly: isWeekly, status, instructor_name: name } = session
  const time = sessionTime(session, session.timezone)
  const when = time.there
  return (
    <>
      <TextLink to="/meetings/$meetingId" params={{ meetingId: id }}>
        {title && `${title}: `}
        <WallClock {...time} />
      </TextLink>
      {` · ${name || t`nobody holds it yet`}`}
      {isWeekly && ` · ${t`weekly`}`}{' '}
      {status === 'cancelled' ? (
        <Badge color="red" variant="light">
          {isWeekly ? t({ message: 'Skipped', context: 'session' }) : t({ message: 'Cancelled', context: 'session' })}
        </Badge>
      ) : (
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          disabled={isCancelling}
          aria-label={isWeekly ? t`Skip Q&A session, ${when}` : t`Cancel Q&A session, ${when}`}
          onClick={() => onCancel(id)}
        >
          {isWeekly ? <Trans>Skip</Trans> : <Trans>Cancel Q&A session</Trans>}
        </Button>
      )}
    </>
  )
}

const empty = { title: '', date: '', start_time: '', end_time: '', url: '' }

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
        <TextInput
          label={t`Address of the meeting (optional)`}
          description={t`Learners see it only when they join. Without one, you meet on the meeting server of your school, if it has one.`}
          placeholder="https://"
          inputMode="url"
          maxLength={2000}
          {...form.getInputProps('url')}
        />
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
