import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { Schema } from '@/api/client'
import { Dialog, DialogActions } from '@/shared/dialog'
import { count } from '@/shared/format'
import { Failure } from '@/shared/query-view'
import { useSchool } from '@/shared/school'

import { bulkJobQuery, useStartBulk } from './api'
import { BulkJobView } from './bulk-job-view'
import { consequences, filterInWords, isSevere, titleOf, verbOf } from './bulk-words'
import { userKeys } from './keys'

type Props = {
  change: Pick<Schema<'NewBulkJob'>, 'action' | 'role' | 'filter'>
  /** How many users the filter picks; at least so many if it is not exact. */
  total: number
  exact: boolean
  onClose: () => void
  /** Called when it is closed after the job has been started. */
  onDone: () => void
}

/** Changes all users whom a filter picks: names their number, tries it out if asked to, and follows the job. */
export function BulkJobDialog({ change, total, exact, onClose, onDone }: Props) {
  const [job, setJob] = useState<Schema<'BulkJob'>>()
  const follows = consequences(change, useSchool().grade_months)
  const start = useStartBulk()
  const client = useQueryClient()
  const begin = (dryRun: boolean, expected = exact ? total : undefined) =>
    start.mutate({ ...change, dryRun, ...(expected !== undefined && { expected }) }, { onSuccess: setJob })
  const leave = () => {
    if (!job || job.dryRun) return onClose()
    void client.invalidateQueries({ queryKey: userKeys.all })
    onDone()
  }

  return (
    <Dialog title={titleOf(change)} onClose={leave} size="lg" closeLabel={t`Close`}>
      {start.error && <Failure error={start.error} />}
      {job ? (
        <BulkJobView id={job.id} />
      ) : (
        <>
          <Text>
            {exact ? t`All ${count(total, 'user')}` : t`All users, more than ${total.toLocaleString('en-GB')},`}{' '}
            <Trans>
              that match now: <b>{filterInWords(change.filter)}</b>. Who joins later is not affected.
            </Trans>
          </Text>
          <Text size="sm" c="dimmed">
            <Trans>This runs in the background and goes on when you leave. “Bulk changes” shows how far it is.</Trans>
          </Text>
        </>
      )}
      {!job?.dryRun && job ? (
        <Group justify="flex-end">
          <Button onClick={leave}>
            <Trans>Close</Trans>
          </Button>
        </Group>
      ) : (
        <>
          {follows && <Text size="sm">{follows}</Text>}
          <DialogActions onCancel={onClose}>
            {!job && (
              <Button variant="default" loading={start.isPending} onClick={() => begin(true)}>
                <Trans>Try it out first</Trans>
              </Button>
            )}
            <StartButton
              change={change}
              tried={job}
              total={total}
              exact={exact}
              pending={start.isPending}
              begin={begin}
            />
          </DialogActions>
        </>
      )}
    </Dialog>
  )
}

type StartProps = Pick<Props, 'change' | 'total' | 'exact'> & {
  tried: Schema<'BulkJob'> | undefined
  pending: boolean
  begin: (dryRun: boolean, expected?: number) => void
}

/** After a trial, starts the change of as many users as were tried. */
function StartButton({ change, tried, total, exact, pending, begin }: StartProps) {
  const trial = useQuery({ ...bulkJobQuery(tried?.id ?? ''), enabled: tried !== undefined })
  const users = tried ? count(tried.total, 'user') : exact ? count(total, 'user') : t`all users`
  return (
    <Button
      {...(isSevere(change) && { color: 'red.9' })}
      disabled={tried !== undefined && (trial.data?.state !== 'done' || trial.data.changed === 0)}
      loading={pending}
      onClick={() => begin(false, tried?.total)}
    >
      {verbOf(change)} {users}
    </Button>
  )
}
