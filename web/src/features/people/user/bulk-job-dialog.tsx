import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { Schema } from '@/api/client'
import { Dialog, DialogActions } from '@/shared/dialog'
import { Failure } from '@/shared/query-view'
import { useSchool } from '@/shared/school'

import { bulkJobQuery, useStartBulk } from './api'
import { BulkJobView } from './bulk-job-view'
import { actionOn, consequences, filterInWords, isSevere, titleOf } from './bulk-words'
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
  const filter = filterInWords(change.filter)
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
            {exact ? (
              <Trans>
                <Plural value={total} one="This changes # user" other="This changes # users" />: <b>{filter}</b>. Users
                who match later aren't affected.
              </Trans>
            ) : (
              <Trans>
                <Plural value={total} one="This changes more than # user" other="This changes more than # users" />:{' '}
                <b>{filter}</b>. Users who match later aren't affected.
              </Trans>
            )}
          </Text>
          <Text size="sm" c="dimmed">
            <Trans>This runs in the background, even if you leave. “Bulk changes” shows its progress.</Trans>
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
                <Trans>Preview first</Trans>
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
  const users = tried?.total ?? (exact ? total : undefined)
  return (
    <Button
      {...(isSevere(change) && { color: 'red.9' })}
      disabled={tried !== undefined && (trial.data?.state !== 'done' || trial.data.changed === 0)}
      loading={pending}
      onClick={() => begin(false, tried?.total)}
    >
      {users === undefined ? titleOf(change) : actionOn(change, users)}
    </Button>
  )
}
