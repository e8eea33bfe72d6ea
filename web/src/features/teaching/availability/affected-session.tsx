import type { MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import { Button, Card, Group, NativeSelect, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'

import { sessionTime } from '@/shared/wall-time'

import { type Affected, type Decision, decided } from './resolutions'

const actions: Record<Exclude<Decision['action'], ''>, MessageDescriptor> = {
  cancel: msg`Cancel session`,
  move: msg`Move session`,
  substitute: msg`Hand over to another instructor`,
}

type Props = {
  session: Affected
  /** The name of its batch. */
  batch: string
  time: { starts_at: string; ends_at: string }
  decision: Decision
  onDecide: (decision: Decision) => void
}

/** A session that its instructor can't teach, and what becomes of it. */
export function AffectedSession({ session, batch, time, decision, onDecide }: Props) {
  const when = sessionTime(time, session.timezone).there
  const members = plural(session.member_count, { one: '# learner', other: '# learners' })
  return (
    <Card withBorder component="fieldset" m={0} p="sm">
      <Stack gap="xs">
        <div>
          <Text component="legend" fw={600} size="sm" style={{ float: 'left', width: '100%' }} p={0}>
            {when}
          </Text>
          <Text size="sm" c="dimmed">
            {batch}, {members}
          </Text>
        </div>
        <NativeSelect
          label={t`What happens to it`}
          value={decision.action}
          data={[
            { value: '', label: t`Choose…` },
            { value: 'cancel', label: t(actions.cancel) },
            { value: 'move', label: t(actions.move) },
            { value: 'substitute', label: t(actions.substitute), disabled: session.substitutes.length === 0 },
          ]}
          description={
            session.substitutes.length === 0 ? t`No other instructor of the course is free then.` : undefined
          }
          onChange={({ currentTarget: { value } }) => onDecide(decided(session, isAction(value) ? value : ''))}
        />
        {decision.action === 'move' && <OtherTime session={session} decision={decision} onDecide={onDecide} />}
        {decision.action === 'substitute' && (
          <NativeSelect
            label={t`Instructor`}
            value={decision.instructor_id ?? ''}
            data={session.substitutes.map(({ id, full_name }) => ({ value: id, label: full_name }))}
            onChange={({ currentTarget: { value } }) => onDecide({ ...decision, instructor_id: value })}
          />
        )}
      </Stack>
    </Card>
  )
}

const isAction = (value: string): value is keyof typeof actions => value in actions

function OtherTime({ session, decision, onDecide }: Pick<Props, 'session' | 'decision' | 'onDecide'>) {
  const field = (name: 'date' | 'start_time' | 'end_time') => ({
    value: decision[name] ?? '',
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      onDecide({ ...decision, [name]: value }),
  })
  return (
    <>
      {session.alternatives.length > 0 && (
        <Group gap={6} role="group" aria-label={t`Free times`}>
          <Text size="sm" c="dimmed">
            {t`Free:`}
          </Text>
          {session.alternatives.map((free) => {
            const { date, start_time, end_time } = free
            return (
              <Button
                key={free.starts_at}
                variant="default"
                size="compact-sm"
                onClick={() => onDecide({ action: 'move', date, start_time, end_time })}
              >
                {sessionTime(free, session.timezone).there}
              </Button>
            )
          })}
        </Group>
      )}
      <TextInput type="date" label={t`Date`} {...field('date')} />
      <SimpleGrid cols={2}>
        <TextInput type="time" label={t`From`} {...field('start_time')} />
        <TextInput type="time" label={t`To`} {...field('end_time')} />
      </SimpleGrid>
    </>
  )
}
