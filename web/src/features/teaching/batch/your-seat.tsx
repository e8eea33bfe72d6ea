import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Paper, Text } from '@mantine/core'
import { useState } from 'react'

import { Confirm } from '@/shared/confirm'
import { toMinute } from '@/shared/format'
import { ButtonLink } from '@/shared/link'
import { Failure } from '@/shared/query-view'
import { toast } from '@/shared/toasts'

import type { Batch } from './api'
import { useAnswerOffer, useJoinBatch, useLeaveBatch, useWait } from './members-api'

/** What a learner can do about a seat in a batch: take one, wait for one, answer an offer, give it up. */
export function YourSeat({ batch }: { batch: Batch }) {
  const { can, waiting, member_status: status } = batch
  if (waiting) return <Place batchName={batch.batch_name} waiting={waiting} />
  if (status === 'active' || status === 'on_hold') return <Seat batch={batch} />
  if (!can.join && !can.wait) return null
  return <Free batch={batch} />
}

function Free({ batch: { id, can, batch_name: name } }: { batch: Batch }) {
  const join = useJoinBatch(id)
  const wait = useWait(id)
  const failed = join.error ?? wait.error
  return (
    <Paper withBorder p="md" mb="lg" bg="var(--card)" component="section" aria-label={t`Your seat`}>
      {can.join ? (
        <Group justify="space-between">
          <Text>
            <Trans>A seat is free in this batch.</Trans>
          </Text>
          <Button
            loading={join.isPending}
            onClick={() => join.mutate(undefined, { onSuccess: () => toast(t`You have joined “${name}”.`) })}
          >
            <Trans>Join batch</Trans>
          </Button>
        </Group>
      ) : (
        <Group justify="space-between">
          <Text>
            <Trans>All seats are taken. We notify you when one is free.</Trans>
          </Text>
          <Button variant="default" loading={wait.isPending} onClick={() => wait.mutate(undefined)}>
            <Trans>Join waiting list</Trans>
          </Button>
        </Group>
      )}
      {failed && <Failure error={failed} />}
    </Paper>
  )
}

function Seat({ batch: { id, course: courseId, can, member_status: status } }: { batch: Batch }) {
  const [leaving, setLeaving] = useState(false)
  const leave = useLeaveBatch(id)
  return (
    <Paper withBorder p="md" mb="lg" bg="var(--card)" component="section" aria-label={t`Your seat`}>
      <Group justify="space-between">
        <Text>{status === 'on_hold' ? t`Your seat is on hold.` : t`You have a seat in this batch.`}</Text>
        <Group gap="sm">
          {can.leave && (
            <Button variant="subtle" color="red" onClick={() => setLeaving(true)}>
              <Trans>Leave batch</Trans>
            </Button>
          )}
          <ButtonLink to="/learn/$courseId" params={{ courseId }}>
            <Trans>Go to course</Trans>
          </ButtonLink>
        </Group>
      </Group>
      {leaving && (
        <Confirm
          title={t`Leave this batch?`}
          text={t`Your seat goes to the next learner. You stay enrolled in the course, and your progress is kept.`}
          action={t`Leave batch`}
          danger
          pending={leave.isPending}
          error={leave.error}
          onClose={() => setLeaving(false)}
          onConfirm={() => leave.mutate(undefined, { onSuccess: () => setLeaving(false) })}
        />
      )}
    </Paper>
  )
}

type PlaceProps = { batchName: string; waiting: NonNullable<Batch['waiting']> }

function Place({ batchName: name, waiting: { id, place, status, offer_until: until } }: PlaceProps) {
  const answer = useAnswerOffer(id)
  const offered = status === 'offered' && until
  const at = until ? toMinute(until) : ''
  return (
    <Paper withBorder p="md" mb="lg" bg="var(--card)" component="section" aria-label={t`Your seat`}>
      <Group justify="space-between">
        <Text>
          {offered
            ? t`A seat is reserved for you until ${at}.`
            : t`You are number ${place} on the waiting list. We notify you when a seat is free.`}
        </Text>
        <Group gap="sm">
          <Button variant="default" loading={answer.isPending} onClick={() => answer.mutate(false)}>
            {offered ? t`Decline` : t`Leave waiting list`}
          </Button>
          {offered && (
            <Button
              loading={answer.isPending}
              onClick={() => answer.mutate(true, { onSuccess: () => toast(t`You have joined “${name}”.`) })}
            >
              <Trans>Accept seat</Trans>
            </Button>
          )}
        </Group>
      </Group>
      {answer.error && <Failure error={answer.error} />}
    </Paper>
  )
}
