import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Container, Group, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { dated } from '@/shared/format'
import { TextLink } from '@/shared/link'
import { PageTitle } from '@/shared/page-title'
import { QueryView } from '@/shared/query-view'

import { type Batch, batchQuery } from './api'
import { BatchActions } from './batch-actions'
import classes from './batch-page.module.css'
import { BatchState } from './batch-state'
import { typeLabels } from './labels'
import { Seats } from './seats'
import { SessionList } from './session-list'

type Props = {
  batchId: string
  /** Called when the batch is deleted. */
  onDeleted: () => void
  /** Who is in the batch, for its instructors. */
  members?: (batch: Batch) => ReactNode
}

/** A batch: its sessions and seats, for visitors and members; its instructors manage it here. */
export function BatchPage({ batchId, onDeleted, members }: Props) {
  const batch = useQuery(batchQuery(batchId))
  return (
    <Container size={1200} pt={{ base: 'xs', sm: 'lg' }}>
      <QueryView query={batch} skeleton={<PageSkeleton />}>
        {({ value: b, tag }) => (
          <article>
            <Head batch={b}>{b.can.edit && <BatchActions batch={b} tag={tag} onDeleted={onDeleted} />}</Head>
            <Notices batch={b} />
            <div className={classes.columns}>
              <div>
                <Sessions batch={b} />
                {b.can.edit && members?.(b)}
              </div>
              <Facts batch={b} />
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

function Sessions({ batch: { schedule = [], can } }: { batch: Batch }) {
  return (
    <section aria-labelledby="sessions">
      <Title order={2} size="h3" id="sessions" mb="sm">
        <Trans context="batch">Sessions</Trans>
      </Title>
      {schedule.length > 0 ? (
        <SessionList label={t({ message: 'Sessions', context: 'batch' })} sessions={schedule} />
      ) : (
        <Text c="dimmed">{can.edit ? t`No sessions yet. Add the first one.` : t`The dates aren't fixed yet.`}</Text>
      )}
    </section>
  )
}

function Facts({ batch: b }: { batch: Batch }) {
  const [first, last] = [dated(b.start_date), dated(b.end_date)]
  const facts = [
    { name: t`Dates`, value: t`${first} to ${last}` },
    { name: t`Type`, value: t(typeLabels[b.batch_type]) },
    { name: t`Instructor`, value: b.instructor_details?.full_name ?? t`Not assigned yet` },
    { name: t`Time zone`, value: b.timezone },
    ...(b.batch_type === 'group' ? [{ name: t`Seats`, value: <Seats {...b} /> }] : []),
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
