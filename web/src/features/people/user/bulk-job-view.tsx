import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Progress, Skeleton, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'

import type { Schema } from '@/api/client'
import { count } from '@/shared/format'
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
  return (
    <>
      <Text size="sm" c="dimmed">
        <Trans>Users that matched when it began: {filterInWords(job.filter)}</Trans>
      </Text>
      <Progress value={(reached / total) * 100} animated={state === 'running'} aria-label={t`Users reached`} />
      <Text role="status">
        <Trans>
          {stateNames[state]}: {reached.toLocaleString('en-GB')} of {count(total, 'user')}.{' '}
          {changed.toLocaleString('en-GB')}
        </Trans>{' '}
        {dryRun ? t`would change` : 'changed'}, {unchanged.toLocaleString('en-GB')} {unchanged === 1 ? 'is' : 'are'}{' '}
        <Trans>so already, {refused.toLocaleString('en-GB')}</Trans> {refused === 1 ? 'is' : 'are'}
        <Trans> refused.</Trans>
      </Text>
      {reason && <Text size="sm">{reason}</Text>}
      {cancel.error && <Failure error={cancel.error} />}
      {sheet.error && <Failure error={sheet.error} />}
      <Refused outcomes={outcomes} />
      {refused > outcomes.length && (
        <Text size="sm" c="dimmed">
          <Trans>These are the first {outcomes.length}. The file has all.</Trans>
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
            <Trans>Download who is refused</Trans>
          </Button>
        )}
        {state === 'running' && (
          <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
            <Trans>Stop it</Trans>
          </Button>
        )}
      </Group>
    </>
  )
}

export const reachedBy = ({ changed, unchanged, refused }: BulkJob) => changed + unchanged + refused

export const stateNames: Record<BulkJob['state'], string> = {
  running: 'Running',
  done: 'Done',
  cancelled: 'Cancelled',
  stopped: 'Stopped',
}
