import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Button, Group, Skeleton, Text } from '@mantine/core'
import { useEffect } from 'react'

import { Dialog, DialogActions } from '@/shared/dialog'
import { decimal } from '@/shared/format'
import { Failure } from '@/shared/query-view'
import { useSchool } from '@/shared/school'

import { type BulkChange, type BulkResult, useBulk, useBulkPreview } from './api'
import { actionOn, consequences, isSevere, titleOf } from './bulk-words'
import { Refused } from './refused'

type Props = { change: BulkChange; onClose: () => void; onDone: () => void }

/** Shows what a bulk change would do, runs it on confirmation, and shows the result. */
export function BulkDialog({ change, onClose, onDone }: Props) {
  const preview = useBulkPreview()
  const bulk = useBulk()
  const follows = consequences(change, useSchool().grade_months)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when the dialog opens
  useEffect(() => preview.mutate(change), [])
  const done = bulk.data
  const close = done ? onDone : onClose

  return (
    <Dialog title={titleOf(change)} onClose={close} size="lg" closeLabel={done ? t`Close` : t`Cancel`}>
      {preview.error && <Failure error={preview.error} retry={() => preview.mutate(change)} />}
      {bulk.error && <Failure error={bulk.error} />}
      {preview.isPending && <Skeleton height={96} />}
      {done ? <Outcome result={done} /> : preview.data && <Outcome result={preview.data} />}
      {!done && follows && <Text size="sm">{follows}</Text>}
      {done ? (
        <Group justify="flex-end">
          <Button onClick={close}>
            <Trans>Done</Trans>
          </Button>
        </Group>
      ) : (
        <DialogActions onCancel={onClose}>
          <Button
            {...(isSevere(change) && { color: 'red.9' })}
            disabled={!preview.data?.changed}
            loading={bulk.isPending}
            onClick={() => bulk.mutate(change)}
          >
            {actionOn(change, preview.data?.changed ?? 0)}
          </Button>
        </DialogActions>
      )}
    </Dialog>
  )
}

function Outcome({ result: { dryRun, changed, unchanged, refused, outcomes } }: { result: BulkResult }) {
  const [same, rejected] = [decimal(unchanged), decimal(refused)]
  return (
    <>
      <Text role="status">
        {dryRun ? (
          <Trans>
            <Plural value={changed} one="# user would change" other="# users would change" />, {same} would stay the
            same, {rejected} would be refused.
          </Trans>
        ) : (
          <Trans>
            <Plural value={changed} one="# user changed" other="# users changed" />, {same} stayed the same, {rejected}{' '}
            refused.
          </Trans>
        )}
      </Text>
      <Refused outcomes={outcomes.filter(({ outcome }) => outcome === 'refused')} />
    </>
  )
}
