import type { MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import { Button, Group, SimpleGrid, Text, TextInput } from '@mantine/core'

import { sessionTime } from '@/shared/wall-time'

import { AffectedCard } from './affected-card'
import { type Affected, type Decision, decided } from './resolutions'

const actions: Record<Exclude<Decision['action'], ''>, MessageDescriptor> = {
  cancel: msg`Cancel session`,
  move: msg`Move session`,
  substitute: msg`Hand over to another instructor`,
  keep: msg`Keep session: I teach it`,
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
  const members = plural(session.member_count, { one: '# learner', other: '# learners' })
  return (
    <AffectedCard
      when={sessionTime(time, session.timezone).there}
      what={`${batch}, ${members}`}
      substitutes={session.substitutes}
      nobody={t`No other instructor of the course is free then.`}
      choices={[
        { value: 'cancel', label: t(actions.cancel) },
        { value: 'move', label: t(actions.move) },
        { value: 'substitute', label: t(actions.substitute) },
        { value: 'keep', label: t(actions.keep) },
      ]}
      decision={decision}
      onChoose={(action) => onDecide(decided(session, action))}
      onDecide={onDecide}
    >
      {decision.action === 'move' && <OtherTime session={session} decision={decision} onDecide={onDecide} />}
    </AffectedCard>
  )
}

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
