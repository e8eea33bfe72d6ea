import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Button, Group, Progress, Skeleton, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'

import type { Schema } from '@/api/client'
import { keptText } from '@/api/problem-text'
import { decimal } from '@/shared/format'
import { Failure, QueryView } from '@/shared/query-view'

import { type BulkJob, bulkJobQuery, useCancelBulk, useRefusedSheet } from './api'
import { filterInWords } from './bulk-words'
import { Refused } from './refused'

/** How far a bulk job is, followed until it is over; then its result. */
export function BulkJobView({ id }: { id: string }) {
  const job = useQuery(bulkJobQuery(id))
  return (
    <QueryView query={job} skeleton={<Skeleton height={96} />}>
      {(data) => <Ready job={data} />}
    </QueryView>
  )
}

function Ready({ job }: { job: Schema<'BulkJobDetail'> }) {
  const cancel = useCancelBulk(job.id)
  const sheet = useRefusedSheet(job.id)
  const { dryRun, changed, unchanged, refused, total, state, reason, outcomes } = job
  const reached = reachedBy(job)
  const filter = filterInWords(job.filter)
  const stateName = t(stateNames[state])
  const [soFar, different, same, rejected] = [reached, changed, unchanged, refused].map((n) => decimal(n))
  const shown = outcomes.length
  return (
    <>
      <Text size="sm" c="dimmed">
        <Trans>Filter at the start: {filter}</Trans>
      </Text>
      <Progress value={(reached / total) * 100} animated={state === 'running'} aria-label={t`Progress`} />
      <Text role="status">
        {dryRun ? (
          <Trans>
            {stateName}: {soFar} of <Plural value={total} one="# user" other="# users" />. {different} would change,{' '}
            {same} would stay the same, {rejected} would be refused.
          </Trans>
        ) : (
          <Trans>
            {stateName}: {soFar} of <Plural value={total} one="# user" other="# users" />. {different} changed, {same}{' '}
            stayed the same, {rejected} refused.
          </Trans>
        )}
      </Text>
      {reason && <Text size="sm">{keptText(reason)}</Text>}
      {cancel.error && <Failure error={cancel.error} />}
      {sheet.error && <Failure error={sheet.error} />}
      <Refused outcomes={outcomes} />
      {refused > shown && (
        <Text size="sm" c="dimmed">
          <Trans>Showing the first {shown}. Download the file to see all.</Trans>
        </Text>
      )}
      <Group>
        {refused > 0 && (
          <Button
            variant="default"
            leftSection={<IconDownload size={18} />}
            loading={sheet.isPending}
            onClick={() => sheet.mutate()}
          >
            <Trans>Download refused users</Trans>
          </Button>
        )}
        {state === 'running' && (
          <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
            <Trans>Stop</Trans>
          </Button>
        )}
      </Group>
    </>
  )
}

export const reachedBy = ({ changed, unchanged, refused }: BulkJob) => changed + unchanged + refused

export const stateNames: Record<BulkJob['state'], MessageDescriptor> = {
  running: msg`Running`,
  done: msg`Completed`,
  cancelled: msg`Cancelled`,
  stopped: msg`Stopped`,
}
