import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Anchor, Button, Container, Group, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { dated } from '@/shared/format'
import { TextLink } from '@/shared/link'
import { money } from '@/shared/money'
import { PageTitle } from '@/shared/page-title'
import { personName } from '@/shared/person-name'
import { QueryView } from '@/shared/query-view'

import { AddSession } from './add-session'
import { type Batch, batchQuery } from './api'
import { BatchActions } from './batch-actions'
import classes from './batch-page.module.css'
import { BatchState } from './batch-state'
import { EditSchedule } from './edit-schedule'
import { typeLabels } from './labels'
import { Members } from './members'
import { Roster } from './roster'
import { Seats } from './seats'
import { SessionActions } from './session-actions'
import { SessionList } from './session-list'
import { YourSeat } from './your-seat'

type Props = {
  batchId: string
  /** Where the batch meets, for its instructors. */
  room: ReactNode
  /** Who attended its sessions, for its instructors. */
  attendance: ReactNode
  /** Called when the batch is deleted. */
  onDeleted: () => void
  /** Called with the id of a copy of the batch. */
  onCopied: (id: string) => void
}

/** A batch: its sessions and seats, for visitors and members; its instructors manage it here. */
export function BatchPage({ batchId, room, attendance, onDeleted, onCopied }: Props) {
  const batch = useQuery(batchQuery(batchId))
  return (
    <Container size={1200} pt={{ base: 'xs', sm: 'lg' }}>
      <QueryView query={batch} skeleton={<PageSkeleton />} isPage>
        {({ value: b, tag }) => (
          <article>
            <Head batch={b}>
              {b.can.edit && <BatchActions batch={b} tag={tag} onDeleted={onDeleted} onCopied={onCopied} />}
            </Head>
            <Notices batch={b} />
            <Disputes open={b.open_disputes ?? 0} />
            <div className={classes.columns}>
              <div>
                <YourSeat batch={b} />
                <Sessions batch={b} />
                {b.can.edit && <Members batch={b} />}
                {!b.can.edit && b.roster_visible && hasSeat(b.member_status) && <Roster batchId={b.id} />}
                {b.can.edit && attendance}
              </div>
              <Facts batch={b} room={room} />
            </div>
          </article>
        )}
      </QueryView>
    </Container>
  )
}

function Head({ batch: b, children }: { batch: Batch; children: ReactNode }) {
  return (
    <Group component="header" justify="space-between" align="flex-end" gap="md" mb="lg">
      <div>
        <TextLink to="/courses/$courseId" params={{ courseId: b.course }} size="sm">
          {b.course_details.title}
        </TextLink>
        <Group gap="sm">
          <PageTitle title={b.batch_name} />
          <BatchState status={b.status} />
        </Group>
      </div>
      {children}
    </Group>
  )
}

function Notices({ batch: { archived, status, reason } }: { batch: Batch }) {
  return (
    <>
      {status === 'Cancelled' && (
        <Alert color="red" mb="md" title={t`This batch is cancelled`}>
          {reason}
        </Alert>
      )}
      {archived && (
        <Alert color="gray" mb="md">
          <Trans>This batch is archived: it isn't listed, and no one can join it.</Trans>
        </Alert>
      )}
    </>
  )
}

/** Leads the instructors of a batch to the disputes of attendance that they have to answer. */
const Disputes = ({ open }: { open: number }) =>
  open > 0 && (
    <Alert color="apricot" mb="md">
      <Anchor href="#disputes" size="sm">
        {plural(open, { one: '# open dispute', other: '# open disputes' })}
      </Anchor>
    </Alert>
  )

function Sessions({ batch }: { batch: Batch }) {
  const { schedule = [], can, member_status } = batch
  const [dialog, setDialog] = useState<'add' | 'schedule'>()
  const close = () => setDialog(undefined)
  return (
    <section aria-labelledby="sessions">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h3" id="sessions">
          <Trans context="batch">Sessions</Trans>
        </Title>
        {can.edit && (
          <Group gap="xs">
            {schedule.some((session) => Date.parse(session.starts_at) > Date.now()) && (
              <Button variant="default" onClick={() => setDialog('schedule')}>
                <Trans>Change schedule</Trans>
              </Button>
            )}
            <Button variant="default" onClick={() => setDialog('add')}>
              <Trans>Add session</Trans>
            </Button>
          </Group>
        )}
      </Group>
      {schedule.length > 0 ? (
        <SessionList
          label={t({ message: 'Sessions', context: 'batch' })}
          sessions={schedule}
          linked={can.edit || hasSeat(member_status)}
          substitutes={batch.substitutes}
          classrooms={batch.rooms}
          usualRoom={batch.room?.id}
          {...(can.edit && { actions: (session) => <SessionActions batch={batch} session={session} /> })}
        />
      ) : (
        <Text c="dimmed">{can.edit ? t`No sessions yet. Add the first one.` : t`The dates aren't fixed yet.`}</Text>
      )}
      {dialog === 'add' && <AddSession batch={batch} onClose={close} />}
      {dialog === 'schedule' && <EditSchedule batch={batch} onClose={close} />}
    </section>
  )
}

const hasSeat = (status: Batch['member_status']) => status !== undefined && status !== 'dropped'

function Facts({ batch: b, room }: { batch: Batch; room: ReactNode }) {
  const [first, last] = [dated(b.start_date), dated(b.end_date)]
  const facts = [
    { name: t`Dates`, value: t`${first} to ${last}` },
    { name: t`Type`, value: t(typeLabels[b.batch_type]) },
    {
      name: t`Instructor`,
      value: b.instructor_details ? personName(b.instructor_details.full_name) : t`Not assigned yet`,
    },
    ...(b.room ? [{ name: t`Classroom`, value: <Classroom batch={b} room={b.room} /> }] : []),
    { name: t`Time zone`, value: b.timezone },
    ...(b.batch_type === 'group' ? [{ name: t`Seats`, value: <Seats {...b} /> }] : []),
    ...(b.hourly_rate && b.currency ? [{ name: t`Hourly rate`, value: money(b.hourly_rate, b.currency) }] : []),
    ...(b.late_join_until ? [{ name: t`Learners can join until`, value: dated(b.late_join_until) }] : []),
    ...(b.can.edit ? [{ name: t`Room`, value: room }] : []),
    ...(b.can.edit ? [{ name: t`Batch code`, value: b.batch_code }] : []),
    ...(b.batch_notes ? [{ name: t`Notes`, value: b.batch_notes }] : []),
  ]
  return (
    <aside className={classes.aside} aria-label={t`About this batch`}>
      <dl className={classes.facts}>
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </aside>
  )
}

/** The classroom of new sessions, with how to find it. */
function Classroom({ batch, room }: { batch: Batch; room: NonNullable<Batch['room']> }) {
  const { name, place, capacity: seats } = room
  const learners = batch.capacity
  return (
    <>
      {name}
      {place && (
        <Text size="sm" c="dimmed">
          {place}
        </Text>
      )}
      {batch.can.edit && batch.room_too_small && (
        <Text size="sm">{t`It has ${seats} seats, and the batch has ${learners}.`}</Text>
      )}
    </>
  )
}

/** As large as the first screen of the page. */
const PageSkeleton = () => (
  <>
    <Skeleton height={20} width={160} />
    <Skeleton height={40} width="60%" mt="xs" mb="lg" />
    <div className={classes.columns}>
      <Skeleton height={420} radius="lg" />
      <Skeleton height={300} radius="lg" />
    </div>
  </>
)
